/**
 * Specification of a line, and what both kinds of emulation share.
 *
 * <p>{@code LineSpec} is what was asked for, {@code LineEmulation} what joins hosts, each a {@code
 * NetworkNamespace}. At most 64 hosts, 10 s of round trip, 100 Gb/s.
 */
@NullMarked
package org.gridtorrent.bench.link.line;

import org.jspecify.annotations.NullMarked;
