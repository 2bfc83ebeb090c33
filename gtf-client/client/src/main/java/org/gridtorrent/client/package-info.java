/** The workstation's program: its entry point and the tree of its commands. */
@NullMarked
package org.gridtorrent.client;

import org.jspecify.annotations.NullMarked;
