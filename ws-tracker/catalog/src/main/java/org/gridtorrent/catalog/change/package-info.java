/** What a change of a content entails for those who follow it. */
@NullMarked
package org.gridtorrent.catalog.change;

import org.jspecify.annotations.NullMarked;
