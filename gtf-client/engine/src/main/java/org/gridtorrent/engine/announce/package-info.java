/**
 * Telling trackers what is shared here, and asking them who else has it (BEP 3, 7, 12, 15, 21, 23, 27,
 * 31, 41, 48), over HTTP, HTTPS and UDP.
 *
 * <p>{@link org.gridtorrent.engine.announce.Announcer} is the door for an engine. What is decided, by
 * the plans, the hosts and the UDP exchanges, is decided without I/O and with the clock passed in;
 * {@link org.gridtorrent.engine.announce.TrackerClient} does the asking.
 */
@NullMarked
package org.gridtorrent.engine.announce;

import org.jspecify.annotations.NullMarked;
