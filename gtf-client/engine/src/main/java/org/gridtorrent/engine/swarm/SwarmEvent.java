package org.gridtorrent.engine.swarm;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.gridtorrent.engine.limit.Rates;
import org.gridtorrent.engine.picker.FileSelection;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.storage.PieceStore;
import org.gridtorrent.engine.transport.DeviceAddresses;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.wire.PeerMessage;
import org.jspecify.annotations.Nullable;

/** What happens to a swarm, told to its owner through the mailbox. */
sealed interface SwarmEvent {

    /** What one read of a peer's socket brought. */
    record MessagesReceived(int peer, List<PeerMessage> messages) implements SwarmEvent {
        /** Of a message in memory, beside what it carries. */
        private static final int MESSAGE_BYTES = 64;

        /** Bytes that they take in memory. */
        long weight() {
            long weight = (long) MESSAGE_BYTES * messages.size();
            for (PeerMessage message : messages) {
                weight += switch (message) {
                    case PeerMessage.Piece(_, byte[] data) -> data.length;
                    case PeerMessage.Extended(_, byte[] payload) -> payload.length;
                    case PeerMessage.BitfieldBytes(byte[] bytes) -> bytes.length;
                    default -> 0;
                };
            }
            return weight;
        }
    }

    /** The peer's line is down; by a {@link ProtocolException} when the peer is at fault. */
    record PeerDisconnected(int peer, IOException why) implements SwarmEvent {}

    /** A line that went through gate and handshake; dialled when it has an address. */
    record PeerConnected(HandshakenPeer peer,
            @Nullable PeerAddress dialled) implements SwarmEvent {}

    /** A line to the address is open; who is there has not said the handshake. */
    record ConnectionOpened(PeerAddress address) implements SwarmEvent {}

    record DialFailed(PeerAddress address, IOException why) implements SwarmEvent {}

    record DisconnectAll() implements SwarmEvent {}

    record PeersAdded(List<PeerAddress> addresses) implements SwarmEvent {}

    /** Those that the link to the content names, which may come from anywhere. */
    record MagnetPeersAdded(List<PeerAddress> addresses) implements SwarmEvent {}

    record DevicesAdded(List<DeviceAddresses> devices) implements SwarmEvent {}

    /** A complete piece's hash did not match. */
    record HashFailed(int piece) implements SwarmEvent {}

    /** Blocks that were false when their piece, which matches now, did not. */
    record CorruptBlocks(List<Block> blocks) implements SwarmEvent {}

    /** Pieces whose bytes and journal records are on the disk. */
    record PiecesVerified(List<Integer> pieces) implements SwarmEvent {}

    /** Pieces that were had and are not, since a file changed. */
    record PiecesLost(List<Integer> pieces, String reason) implements SwarmEvent {}

    /** What others disturbed was hashed once more. */
    record Rechecked() implements SwarmEvent {}

    /** The store made the files without bytes that it was asked for. */
    record FilesCreated() implements SwarmEvent {}

    /** The store takes pieces again. */
    record WriteQueueDrained() implements SwarmEvent {}

    record DiskFull(String reason) implements SwarmEvent {}

    record DiskSpaceFreed() implements SwarmEvent {}

    /** Writing or syncing failed for good, with these pieces lost. */
    record StorageFailed(List<Integer> lost, IOException reason) implements SwarmEvent {}

    /** What somebody wants of the content. */
    sealed interface Control extends SwarmEvent {}

    record SelectionChanged(FileSelection selection) implements Control {}

    /** Whether to fetch in the content's order. */
    record SequentialChanged(boolean sequential) implements Control {}

    /**
     * A reader waits for a piece, and will want those up to the last one next. It is told when the
     * piece can be read, and of what.
     */
    record ReadRequested(long reader, int piece, int last,
            CompletableFuture<PieceStore> ready) implements Control {}

    record ReaderClosed(long reader) implements Control {}

    record RecheckAdmission() implements SwarmEvent {}

    /** What this content's limits are from now on. */
    record LimitsChanged(Rates rates) implements SwarmEvent {}

    record Stop() implements SwarmEvent {}
}
