/**
 * A process at each end of a line that sends and receives as it is told. It lives as long as an experiment,
 * so that the machine code of its first transfers serves the later ones.
 *
 * <p>{@link org.gridtorrent.bench.endpoint.TransferEndpoint} is the process, {@link
 * org.gridtorrent.bench.endpoint.EndpointProcess} the experiment's end of its pipes, and {@link
 * org.gridtorrent.bench.endpoint.EndpointOrder} what goes over them.
 */
@NullMarked
package org.gridtorrent.bench.endpoint;

import org.jspecify.annotations.NullMarked;
