/**
 * What contents say about themselves, in the terms of DataCite, and the code that keeps it.
 */
@NullMarked
package org.gridtorrent.catalog.metadata;

import org.jspecify.annotations.NullMarked;
