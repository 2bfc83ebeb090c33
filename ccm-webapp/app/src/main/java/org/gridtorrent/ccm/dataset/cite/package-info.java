/** Citations of a data set for reference managers, search engines and repositories. */
@NullMarked
package org.gridtorrent.ccm.dataset.cite;

import org.jspecify.annotations.NullMarked;
