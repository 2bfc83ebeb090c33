/**
 * Verified pieces, and files that other programs changed.
 *
 * <p>Main types: {@link org.gridtorrent.engine.storage.integrity.VerifiedPieces}, the one set of them, tells
 * of every change, with an {@link org.gridtorrent.engine.storage.integrity.InvalidationReason}; {@link org.gridtorrent.engine.storage.integrity.ChangedFiles} finds files that other
 * programs changed and hashes them again; {@code LostPieces} wait for their file to be put right; {@link
 * org.gridtorrent.engine.storage.integrity.DisputedFiles} are hashed once more at the end of a download;
 * {@link org.gridtorrent.engine.storage.integrity.SmartBan} names corrupt blocks (smart ban).
 *
 * <p>For the disk worker's thread, but for what is marked as thread-safe or for any thread. No lock is held
 * while a file is read or the journal is written.
 */
@NullMarked
package org.gridtorrent.engine.storage.integrity;

import org.jspecify.annotations.NullMarked;
