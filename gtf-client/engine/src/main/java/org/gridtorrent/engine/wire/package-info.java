/**
 * Wire protocol between peers: handshakes, messages, and their strict codecs (BEP 3, 6, 9, 10, 11).
 *
 * <p>In the order of the stream: {@link org.gridtorrent.engine.wire.Handshake}, then {@link
 * org.gridtorrent.engine.wire.MessageReader} and {@link org.gridtorrent.engine.wire.MessageWriter} of {@link
 * org.gridtorrent.engine.wire.PeerMessage}; inside an extended message an {@link
 * org.gridtorrent.engine.wire.ExtensionHandshake}, {@link org.gridtorrent.engine.wire.MetadataMessage} or {@link
 * org.gridtorrent.engine.wire.PexMessage}. A violation throws {@link org.gridtorrent.engine.wire.ProtocolException}.
 *
 * <p>A reader or writer is for one thread, and blocks; messages are immutable but for their arrays. Large
 * buffers and the arrays of blocks come from the {@link org.gridtorrent.engine.memory.BufferPool}.
 */
@NullMarked
package org.gridtorrent.engine.wire;

import org.jspecify.annotations.NullMarked;
