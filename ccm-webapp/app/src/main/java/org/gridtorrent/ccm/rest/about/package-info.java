/** REST resources of one data set: its details, its files and its citation. */
@NullMarked
package org.gridtorrent.ccm.rest.about;

import org.jspecify.annotations.NullMarked;
