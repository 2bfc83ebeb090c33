/**
 * The demo, and what it shares with the end-to-end tests: real programs in folders of their own,
 * real requests, nothing in-process.
 */
@NullMarked
package org.gridtorrent.e2e;

import org.jspecify.annotations.NullMarked;
