/** What the administrator's pages and one's own entries of the audit log show. */
@NullMarked
package org.gridtorrent.ccm.view.admin;

import org.jspecify.annotations.NullMarked;
