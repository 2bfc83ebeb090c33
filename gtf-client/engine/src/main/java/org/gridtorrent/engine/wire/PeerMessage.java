package org.gridtorrent.engine.wire;

import org.gridtorrent.engine.piece.Block;

/**
 * Messages after the handshake: BEP 3, BEP 6 (fast extension) and BEP 10 (extension protocol).
 *
 * <p>The arrays in {@link BitfieldBytes}, {@link Piece} and {@link Extended} belong to the
 * receiver and are not copied again.
 */
public sealed interface PeerMessage {

    /** Empty, so that the connection is not closed as idle. */
    record KeepAlive() implements PeerMessage {}

    record Choke() implements PeerMessage {}

    record Unchoke() implements PeerMessage {}

    record Interested() implements PeerMessage {}

    record NotInterested() implements PeerMessage {}

    record Have(int piece) implements PeerMessage {}

    /** The sender's pieces, high bit first. The reader checks length and spare bits. */
    @SuppressWarnings("ArrayRecordComponent") // carried, never compared
    record BitfieldBytes(byte[] bytes) implements PeerMessage {}

    record Request(Block block) implements PeerMessage {}

    /** A block's data. */
    @SuppressWarnings("ArrayRecordComponent") // carried, never compared
    record Piece(Block block, byte[] data) implements PeerMessage {}

    record Cancel(Block block) implements PeerMessage {}

    /** BEP 6. */
    record Suggest(int piece) implements PeerMessage {}

    /** BEP 6: the bitfield of a seed. */
    record HaveAll() implements PeerMessage {}

    /** BEP 6: the bitfield of a peer without pieces. */
    record HaveNone() implements PeerMessage {}

    /** BEP 6: the request will not be served. */
    record Reject(Block block) implements PeerMessage {}

    /** BEP 6: the piece may be requested while choked. */
    record AllowedFast(int piece) implements PeerMessage {}

    /** BEP 10: id 0 is the extension handshake. */
    @SuppressWarnings("ArrayRecordComponent") // carried, never compared
    record Extended(int id, byte[] payload) implements PeerMessage {}
}
