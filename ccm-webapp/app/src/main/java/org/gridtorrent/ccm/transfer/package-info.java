/** Transfers: the tasks that devices work on. */
@NullMarked
package org.gridtorrent.ccm.transfer;

import org.jspecify.annotations.NullMarked;
