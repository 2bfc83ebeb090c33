/** The administrator's pages, and the audit log. */
@NullMarked
package org.gridtorrent.ccm.admin;

import org.jspecify.annotations.NullMarked;
