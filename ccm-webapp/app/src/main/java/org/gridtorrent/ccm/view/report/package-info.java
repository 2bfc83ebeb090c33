/** What the pages of the report on access show. */
@NullMarked
package org.gridtorrent.ccm.view.report;

import org.jspecify.annotations.NullMarked;
