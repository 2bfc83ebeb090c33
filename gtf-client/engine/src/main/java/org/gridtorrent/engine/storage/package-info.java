/**
 * Contents on disk: reading and writing blocks, checking them, and remembering across restarts what
 * was checked.
 */
@NullMarked
package org.gridtorrent.engine.storage;

import org.jspecify.annotations.NullMarked;
