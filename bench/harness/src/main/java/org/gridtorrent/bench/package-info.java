/**
 * The program {@code gridtorrent-bench}: runs experiments, each beside a peer in the same run, and keeps
 * what they measured.
 *
 * <p>{@code experiment} measures, {@code result} is what was measured and how it is told.
 */
@NullMarked
package org.gridtorrent.bench;

import org.jspecify.annotations.NullMarked;
