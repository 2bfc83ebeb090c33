/** What a rule for copies asks for, decided without database or clock. */
@NullMarked
package org.gridtorrent.catalog.copies;

import org.jspecify.annotations.NullMarked;
