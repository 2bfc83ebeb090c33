@NullMarked
package org.gridtorrent.client.read;

import org.jspecify.annotations.NullMarked;
