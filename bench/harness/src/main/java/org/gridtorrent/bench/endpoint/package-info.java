/**
 * Sender and receiver of ours at the ends of a line, over TCP or PTCP sockets, without files.
 *
 * <p>{@code EndpointPair} starts both and tells them {@code EndpointOrder}s; {@code TransferEndpoint} is
 * the process that carries them out. It lives as long as an experiment, so that the machine code of its
 * first transfers serves the later ones. {@code MeasurementWindow} counts what arrives, {@code
 * ResourceSnapshot} what open sockets take.
 *
 * <p>A transfer has a virtual thread for each flow.
 */
@NullMarked
package org.gridtorrent.bench.endpoint;

import org.jspecify.annotations.NullMarked;
