/** {@code gridtorrent fetch}: one file from many web servers at once. */
@NullMarked
package org.gridtorrent.client.fetch;

import org.jspecify.annotations.NullMarked;
