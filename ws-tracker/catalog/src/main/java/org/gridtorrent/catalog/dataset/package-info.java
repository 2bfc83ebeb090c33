/**
 * Data sets: the contents with their versions, who may read them ({@code AccessPolicy}, pure, which every
 * row passes on its way out), drafts, and what is left of withdrawn ones.
 */
@NullMarked
package org.gridtorrent.catalog.dataset;

import org.jspecify.annotations.NullMarked;
