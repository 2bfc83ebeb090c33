/** The head and the tabs of a data set's page. */
@NullMarked
package org.gridtorrent.ccm.dataset.tab;

import org.jspecify.annotations.NullMarked;
