/** What REST tells of one data set: its details, its files, how it is cited. */
@NullMarked
package org.gridtorrent.ccm.rest.about;

import org.jspecify.annotations.NullMarked;
