/** Who calls: from a client certificate to a device and its account, or nobody. */
@NullMarked
package org.gridtorrent.tracker.admission;

import org.jspecify.annotations.NullMarked;
