/** The audit log, for administrators and for the account that it is about. */
@NullMarked
package org.gridtorrent.ccm.admin.audit;

import org.jspecify.annotations.NullMarked;
