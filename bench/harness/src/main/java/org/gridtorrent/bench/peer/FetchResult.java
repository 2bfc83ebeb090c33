package org.gridtorrent.bench.peer;

/**
 * Result of a fetch, as the peer's process reports it; its components are the fields of the JSON.
 *
 * @param seconds from the order until all content is verified
 * @param laterBytes bytes that arrived after the first half of the content
 * @param laterSeconds time in which {@code laterBytes} arrived
 * @param connections TCP connections to the sources shortly before the end; 0 if not counted
 */
public record FetchResult(double seconds, long laterBytes, double laterSeconds, int connections) {}
