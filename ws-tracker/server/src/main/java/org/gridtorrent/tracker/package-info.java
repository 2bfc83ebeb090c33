/** Start-up of the WS-Tracker: TLS, the SOAP endpoint, discovery and health in one server. */
@NullMarked
package org.gridtorrent.tracker;

import org.jspecify.annotations.NullMarked;
