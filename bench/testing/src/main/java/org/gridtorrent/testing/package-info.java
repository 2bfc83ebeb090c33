/** Support for the tests of all modules: their scale, their seeds, how often they poll. */
@NullMarked
package org.gridtorrent.testing;

import org.jspecify.annotations.NullMarked;
