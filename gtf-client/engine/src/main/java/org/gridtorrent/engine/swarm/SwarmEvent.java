package org.gridtorrent.engine.swarm;

import java.io.IOException;
import java.util.List;
import org.gridtorrent.engine.connection.HandshakenPeer;
import org.gridtorrent.engine.download.ReadRequest;
import org.gridtorrent.engine.limit.RateSchedules;
import org.gridtorrent.engine.picker.FileSelection;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.transport.DeviceAddresses;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.wire.PeerMessage;
import org.jspecify.annotations.Nullable;

/** What happens to a swarm, told to its owner through the mailbox. */
sealed interface SwarmEvent {

    /**
     * A read of a peer's socket brought these messages.
     *
     * @param bytes memory that they take
     */
    record MessagesReceived(int peer, List<PeerMessage> messages, long bytes)
            implements
                SwarmEvent {}

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

    /** The user chose which files are fetched. */
    record SelectionChanged(FileSelection selection) implements SwarmEvent {}

    /** Whether to fetch in the content's order. */
    record SequentialChanged(boolean sequential) implements SwarmEvent {}

    record ReadRequested(ReadRequest request) implements SwarmEvent {}

    record ReaderClosed(long reader) implements SwarmEvent {}

    record RecheckAdmission() implements SwarmEvent {}

    /** What this content's limits are from now on. */
    record LimitsChanged(RateSchedules rates) implements SwarmEvent {}

    record Stop() implements SwarmEvent {}
}
