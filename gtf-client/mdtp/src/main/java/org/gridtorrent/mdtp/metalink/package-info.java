/**
 * Metalinks: documents that name files, their checksums and their addresses (RFC 5854), and response headers
 * that do so for one file (RFC 6249).
 *
 * <p>Main types: {@link org.gridtorrent.mdtp.metalink.MetalinkReader}, {@link
 * org.gridtorrent.mdtp.metalink.Metalink} with its {@link org.gridtorrent.mdtp.metalink.MetalinkFile}s, {@link
 * org.gridtorrent.mdtp.metalink.MetalinkWriter}; {@link org.gridtorrent.mdtp.metalink.HttpMetalink}, which reads
 * headers. Values without I/O, threads or locks.
 *
 * <p>Documents are hostile input: entities are not read, and each limit is a named constant of the reader.
 */
@NullMarked
package org.gridtorrent.mdtp.metalink;

import org.jspecify.annotations.NullMarked;
