/** Subscriptions to searches, owners, groups and data sets, and the notices about them. */
@NullMarked
package org.gridtorrent.ccm.search.subscription;

import org.jspecify.annotations.NullMarked;
