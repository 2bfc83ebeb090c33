/**
 * The file that a fetch writes, and what a later fetch needs to go on with it.
 *
 * <p>Main types: {@link org.gridtorrent.mdtp.file.PartialFile}, the bytes and their syncs; {@link
 * org.gridtorrent.mdtp.file.RangeWriter}, which writes one range; {@link
 * org.gridtorrent.mdtp.file.FetchJournal}, which remembers the ranges that are safe.
 *
 * <p>A range is in the journal only after its bytes were synced, and with their CRC, so that bytes that
 * another program changed are not taken for fetched ones. Thread-safe: one lock for each file, which is not
 * held during I/O.
 */
@NullMarked
package org.gridtorrent.mdtp.file;

import org.jspecify.annotations.NullMarked;
