/** The WS-Tracker as the daemon sees it: the only package that knows SOAP and its generated types. */
@NullMarked
package org.gridtorrent.client.tracker;

import org.jspecify.annotations.NullMarked;
