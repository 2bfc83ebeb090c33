/** Tests that start the real programs, and look at them from outside. */
@NullMarked
package org.gridtorrent.e2e;

import org.jspecify.annotations.NullMarked;
