/**
 * Rate limits by weekly schedules, and the limit on connections.
 *
 * <p>A transfer asks its {@link org.gridtorrent.engine.limit.RateLimitChain}, which passes the {@link
 * org.gridtorrent.engine.limit.RateLimit} of the torrent and of the engine; {@code RateQueue} decides when it may
 * proceed. {@link org.gridtorrent.engine.limit.RateSchedule} gives the rate of the hour, and {@link
 * org.gridtorrent.engine.limit.ScheduleTimer} applies it. {@link org.gridtorrent.engine.limit.ConnectionLimit} bounds
 * connections and dials.
 *
 * <p>Limits are thread-safe, each with a lock of its own that is held for short computations only; a chain is for one
 * thread at a time. Rates are in bytes per second.
 */
@NullMarked
package org.gridtorrent.engine.limit;

import org.jspecify.annotations.NullMarked;
