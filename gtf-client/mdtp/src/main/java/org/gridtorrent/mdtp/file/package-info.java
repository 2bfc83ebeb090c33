/**
 * The file that a fetch writes, and what a later fetch needs to go on with it.
 *
 * <p>Main types, in the order of the data's way: {@link org.gridtorrent.mdtp.file.RangeWriter}, which writes
 * one range; {@link org.gridtorrent.mdtp.file.PartialFile}, the bytes and their syncs; {@link
 * org.gridtorrent.mdtp.file.FetchJournal}, which remembers the {@link org.gridtorrent.mdtp.file.Extent}s that
 * are safe; {@link org.gridtorrent.mdtp.file.FullDisk}, which waits for room.
 *
 * <p>An extent is in the journal only after its bytes were synced, and with their CRC, so that bytes that
 * another program changed are not taken for fetched ones. Thread-safe: a writer's lock is held while it
 * writes, the sync lock while bytes and journal are synced. Order of locks: sync lock, file, writer.
 */
@NullMarked
package org.gridtorrent.mdtp.file;

import org.jspecify.annotations.NullMarked;
