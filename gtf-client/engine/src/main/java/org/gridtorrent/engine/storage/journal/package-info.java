/**
 * Persistent state of a content: verified pieces, and the permission to overwrite existing files.
 *
 * <p>Main types: {@link org.gridtorrent.engine.storage.journal.PieceJournal}, which is a {@link
 * org.gridtorrent.engine.storage.journal.ResumeJournal} of checksummed {@code JournalRecord}s, or the map of a cache; {@link org.gridtorrent.engine.storage.journal.ResumeChecker} finds out at a start which pieces
 * are good; {@link org.gridtorrent.engine.storage.journal.OverwritePermission} is asked before anything is
 * written.
 *
 * <p>Until the store is open, for the thread that opens it; then for the disk worker's thread, but for what
 * {@code ResumeJournal} marks as for any thread. A record is on disk when its method returns. Limits: a
 * journal is read up to 256 MiB and rewritten from 1 MiB on; two contents of a file system are hashed at a
 * time.
 */
@NullMarked
package org.gridtorrent.engine.storage.journal;

import org.jspecify.annotations.NullMarked;
