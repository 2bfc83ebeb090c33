/**
 * The comparison paper's experiments (GridFTP, FDT and UDT): what movers of data bring over a line, and what
 * they leave to others on it.
 */
@NullMarked
package org.gridtorrent.bench.transfer;

import org.jspecify.annotations.NullMarked;
