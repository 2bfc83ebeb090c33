/** The report on access: who can see what, taken away in bulk, as a file. */
@NullMarked
package org.gridtorrent.ccm.report;

import org.jspecify.annotations.NullMarked;
