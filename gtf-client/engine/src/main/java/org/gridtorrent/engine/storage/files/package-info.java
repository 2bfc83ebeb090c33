/**
 * A content's files: reading, writing, syncing and verifying bytes by block.
 *
 * <p>Main types, from blocks to descriptors: {@link org.gridtorrent.engine.storage.files.Storage}, and
 * {@link org.gridtorrent.engine.storage.files.FileStorage}, which keeps it in files; {@link
 * org.gridtorrent.engine.storage.files.FileLayout} maps pieces to files; {@code FilePool} keeps files open;
 * {@code SafeFolder} creates them and follows no link; {@link
 * org.gridtorrent.engine.storage.files.FileDescriptors} waits while the process has no descriptor. {@link
 * org.gridtorrent.engine.storage.files.HashChecker} hashes what is there; {@link
 * org.gridtorrent.engine.storage.files.FileStamp} tells whether a file changed.
 *
 * <p>Everything here is thread-safe but {@code ExecutableFiles}, and works on the caller's thread; {@code
 * HashChecker} adds up to 8 of its own. The lock of {@code FilePool} is held for the table alone, never
 * while a file is opened, synced or closed; {@code SafeFolder} opens one file at a time for writing. Limits:
 * 64 open files a content, 256 for the process ({@code OpenFileLimit}).
 */
@NullMarked
package org.gridtorrent.engine.storage.files;

import org.jspecify.annotations.NullMarked;
