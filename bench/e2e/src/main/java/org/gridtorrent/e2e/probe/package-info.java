/** What an outsider with a device of their own might try, by hand: SOAP and raw TLS. */
@NullMarked
package org.gridtorrent.e2e.probe;

import org.jspecify.annotations.NullMarked;
