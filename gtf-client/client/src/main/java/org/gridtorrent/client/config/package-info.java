/** Where things are and how they are set: flag, environment, file, default. */
@NullMarked
package org.gridtorrent.client.config;

import org.jspecify.annotations.NullMarked;
