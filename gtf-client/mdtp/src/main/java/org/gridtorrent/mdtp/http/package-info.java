/**
 * Ranged GETs of one replica: a copy of a file at a web address (RFC 9110).
 *
 * <p>Main types, in the order of the data's way: {@link org.gridtorrent.mdtp.http.ReplicaUri} and {@link
 * org.gridtorrent.mdtp.http.AddressPolicy}, which addresses are asked at all; {@link
 * org.gridtorrent.mdtp.http.ReplicaClient}, the process's HTTP client; {@link
 * org.gridtorrent.mdtp.http.Replica}, which asks for ranges, follows redirects and remembers what the server
 * said; {@link org.gridtorrent.mdtp.http.RangeExchange}, one request; {@link
 * org.gridtorrent.mdtp.http.RangeReceiver}, which gets the bytes; {@link
 * org.gridtorrent.mdtp.http.ReplicaFault}, why a request failed. {@link org.gridtorrent.mdtp.http.WebDocument} is
 * a short document, read whole.
 *
 * <p>Requests are asynchronous, each response is handed on by a virtual thread of its own. HTTP/1.1 is
 * spoken, so that each range that is under way has a TCP connection of its own: several carry more over long
 * distances. A range that is cut short costs its connection. With HTTP/2 it costs more: what the server has
 * sent already is in the way of the next range.
 *
 * <p>What a server sends is hostile: nothing is handed on before the response's header was checked, and never
 * a byte outside the range. The JDK limits the header to 384 KiB.
 */
@NullMarked
package org.gridtorrent.mdtp.http;

import org.jspecify.annotations.NullMarked;
