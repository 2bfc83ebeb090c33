/**
 * Rights to contents: given, changed, ending by themselves, revoked, and the report on all of them.
 */
@NullMarked
package org.gridtorrent.catalog.access;

import org.jspecify.annotations.NullMarked;
