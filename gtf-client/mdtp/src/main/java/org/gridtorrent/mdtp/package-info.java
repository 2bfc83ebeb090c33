/** Fetches one file from many web replicas at once, each at its own rate. */
@NullMarked
package org.gridtorrent.mdtp;

import org.jspecify.annotations.NullMarked;
