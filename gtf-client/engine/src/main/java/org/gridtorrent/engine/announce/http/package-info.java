/**
 * HTTP and HTTPS trackers (BEP 3, 7, 23, 31, 48).
 *
 * <p>{@link org.gridtorrent.engine.announce.http.HttpTracker} builds the request, {@code SafeHttpClient} gets the
 * response, {@code HttpResponses} parses it. Thread-safe; calls block. A response has at most 1 MiB, and five redirects
 * are followed.
 */
@NullMarked
package org.gridtorrent.engine.announce.http;

import org.jspecify.annotations.NullMarked;
