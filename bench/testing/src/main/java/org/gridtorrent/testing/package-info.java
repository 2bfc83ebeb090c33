/** Support for the tests of all modules: their scale and seeds, how often they poll, HTTP servers and their keys, a small disk. */
@NullMarked
package org.gridtorrent.testing;

import org.jspecify.annotations.NullMarked;
