/** The outbox: the mail that waits, as an administrator sees it. */
@NullMarked
package org.gridtorrent.ccm.admin.outbox;

import org.jspecify.annotations.NullMarked;
