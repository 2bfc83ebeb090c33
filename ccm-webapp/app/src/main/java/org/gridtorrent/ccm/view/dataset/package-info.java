/** What a data set's page shows. */
@NullMarked
package org.gridtorrent.ccm.view.dataset;

import org.jspecify.annotations.NullMarked;
