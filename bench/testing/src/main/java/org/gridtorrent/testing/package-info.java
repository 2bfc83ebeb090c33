/** Support for the tests of all modules: their scale and seeds, how often they poll, an HTTP server. */
@NullMarked
package org.gridtorrent.testing;

import org.jspecify.annotations.NullMarked;
