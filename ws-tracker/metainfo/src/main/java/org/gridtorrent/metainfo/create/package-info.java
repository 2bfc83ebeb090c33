/**
 * Creation of metainfo from files in place.
 *
 * <p>Main types, in the order of the work: {@link org.gridtorrent.metainfo.create.MetainfoBuilder}; {@code
 * SourceTree} walks the folder; {@code SourceEntry} puts padding between files (BEP 47); {@link
 * org.gridtorrent.metainfo.create.PreviousHashes} finds pieces whose hash is known from an earlier version;
 * {@code PieceHasher} hashes the rest, on up to 8 threads of its own.
 *
 * <p>For the caller's thread, whose interrupt cancels. No locks.
 */
@NullMarked
package org.gridtorrent.metainfo.create;

import org.jspecify.annotations.NullMarked;
