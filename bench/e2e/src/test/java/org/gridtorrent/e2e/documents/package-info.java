/** Checks of the project's documents: their links, their commands and their language. */
@NullMarked
package org.gridtorrent.e2e.documents;

import org.jspecify.annotations.NullMarked;
