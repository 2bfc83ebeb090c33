package org.gridtorrent.bench.peer;

/**
 * Result of a fetch, as the peer's process reports it; its components are the fields of the JSON.
 *
 * @param seconds from the order to the end, when all is checked
 * @param laterBytes that came after the first half of the content was there
 * @param laterSeconds that those took
 * @param connections to the sources, TCP's, a moment before the end; 0 if not counted
 */
public record FetchResult(double seconds, long laterBytes, double laterSeconds, int connections) {}
