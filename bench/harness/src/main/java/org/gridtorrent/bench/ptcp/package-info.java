/**
 * Experiments of PTCP: what striping costs and brings.
 *
 * <p>{@code PtcpLoopback} and {@code PtcpCost} measure costs, {@code PtcpWan} goodput on long lines;
 * {@code LoopbackTransfer} moves bytes in this process.
 */
@NullMarked
package org.gridtorrent.bench.ptcp;

import org.jspecify.annotations.NullMarked;
