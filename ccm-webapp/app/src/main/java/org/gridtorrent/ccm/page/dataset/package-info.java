/** A data set's page and what can be done there. */
@NullMarked
package org.gridtorrent.ccm.page.dataset;

import org.jspecify.annotations.NullMarked;
