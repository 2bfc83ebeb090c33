/** Calls to the tracker: SOAP stubs, their limits and failures, and how long to wait after one. */
@NullMarked
package org.gridtorrent.client.tracker.call;

import org.jspecify.annotations.NullMarked;
