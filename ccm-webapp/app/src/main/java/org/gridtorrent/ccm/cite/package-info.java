/** A data set as reference managers, search engines and repositories read it. */
@NullMarked
package org.gridtorrent.ccm.cite;

import org.jspecify.annotations.NullMarked;
