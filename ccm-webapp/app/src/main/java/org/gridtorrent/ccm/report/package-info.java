/** The access report: who has access to what, by data set and by person, and revocation in bulk. */
@NullMarked
package org.gridtorrent.ccm.report;

import org.jspecify.annotations.NullMarked;
