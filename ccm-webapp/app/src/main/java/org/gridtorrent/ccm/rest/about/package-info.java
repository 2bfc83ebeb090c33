/** What REST tells of one data set: what it says about itself, its files, how it is cited. */
@NullMarked
package org.gridtorrent.ccm.rest.about;

import org.jspecify.annotations.NullMarked;
