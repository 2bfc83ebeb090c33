/**
 * The piece store: downloaded pieces are hashed, written, synced and recorded; verified ones are read.
 *
 * <p>A block's way, in order:
 *
 * <ol>
 * <li>{@link org.gridtorrent.engine.storage.PieceStore#submit}, on the caller's thread, takes the bytes of
 * a piece or of a part of one, if {@code QueuedBytes} has room;
 * <li>{@code HashThreads} hash it, a {@code PartialPiece} part by part;
 * <li>{@code DiskWorker}, the store's one worker on {@code DiskThreads}, does the {@code DiskJob} and
 * writes to the {@link org.gridtorrent.engine.storage.files.Storage}; {@code DiskFullRetry} repeats what a
 * full disk refuses;
 * <li>{@code SyncBatch} commits: data synced, journal record written, journal synced;
 * <li>{@link org.gridtorrent.engine.storage.integrity.VerifiedPieces} tells the {@link
 * org.gridtorrent.engine.storage.PieceStoreListener}: the piece may be announced (HAVE) and served.
 * </ol>
 *
 * <p>Reads go from the caller's thread to the storage. Threads: the worker runs on one thread at a time,
 * and alone touches batch, failed pieces and changed files, which need no locks; {@code VerifiedPieces} has
 * one. Limits: {@link org.gridtorrent.engine.storage.StoreLimits} for a store, {@link
 * org.gridtorrent.engine.memory.BufferPool} for the memory of all stores, 32 disk threads.
 *
 * <p>Packages depend on each other in this order: {@code files}, {@code journal}, {@code integrity}, this
 * one.
 */
@NullMarked
package org.gridtorrent.engine.storage;

import org.jspecify.annotations.NullMarked;
