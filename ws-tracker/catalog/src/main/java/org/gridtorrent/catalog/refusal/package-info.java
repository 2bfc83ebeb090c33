/**
 * What the catalog refuses, and why: a {@code CatalogException} with a name under which other languages
 * have it too, and checks of what people type. Without database.
 */
@NullMarked
package org.gridtorrent.catalog.refusal;

import org.jspecify.annotations.NullMarked;
