/**
 * An open connection: its control channel, its data channels, and the threads that serve them.
 *
 * <p>Main types:
 * <ul>
 * <li>{@link org.gridtorrent.ptcp.session.Session} owns all others, reads the control channel and ends the
 * connection. {@code LingeringClose} delivers what is left after a close.
 * <li>{@link org.gridtorrent.ptcp.session.DataStream} is one data channel with its sender and its receiver;
 * {@link org.gridtorrent.ptcp.session.DataStreams} are all of them.
 * <li>{@link org.gridtorrent.ptcp.session.ControlSender} writes each
 * {@link org.gridtorrent.ptcp.session.ControlFrame}.
 * <li>{@link org.gridtorrent.ptcp.session.StreamSupervisor} opens, retires and replaces streams, as many as
 * {@link org.gridtorrent.ptcp.session.StreamCountTuner} decides, and watches
 * {@link org.gridtorrent.ptcp.session.KeepAlive}.
 * </ul>
 *
 * <p>Virtual threads: two for each data channel, two for the control channel, and the supervisor's.
 * {@link org.gridtorrent.ptcp.session.SessionTimeouts} are the time limits.
 */
@NullMarked
package org.gridtorrent.ptcp.session;

import org.jspecify.annotations.NullMarked;
