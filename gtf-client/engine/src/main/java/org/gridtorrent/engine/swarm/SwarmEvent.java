package org.gridtorrent.engine.swarm;

import java.io.IOException;
import java.util.List;
import org.gridtorrent.engine.connection.HandshakenPeer;
import org.gridtorrent.engine.download.ReadAhead;
import org.gridtorrent.engine.download.ReadRequest;
import org.gridtorrent.engine.limit.RateSchedules;
import org.gridtorrent.engine.picker.FileSelection;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.storage.files.DiskFullException;
import org.gridtorrent.engine.storage.integrity.InvalidationReason;
import org.gridtorrent.engine.transport.DeviceAddresses;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.webseed.WebSeedAddress;
import org.gridtorrent.engine.wire.PeerMessage;
import org.jspecify.annotations.Nullable;

/** Event for a swarm's thread, put into its mailbox by other threads. */
sealed interface SwarmEvent {

    /**
     * A read of a peer's socket brought these messages.
     *
     * @param bytes memory that they take
     */
    record MessagesReceived(int peer, List<PeerMessage> messages, long bytes)
            implements
                SwarmEvent {}

    /** A peer's connection is closed; by a {@link ProtocolException} when the peer is at fault. */
    record PeerDisconnected(int peer, IOException why) implements SwarmEvent {}

    /**
     * A connection has passed gate and handshake.
     *
     * @param dialled null when the peer opened the connection
     */
    record PeerConnected(HandshakenPeer peer,
            @Nullable PeerAddress dialled) implements SwarmEvent {}

    /** A connection to the address is open; the handshake is still to come. */
    record ConnectionOpened(PeerAddress address) implements SwarmEvent {}

    record DialFailed(PeerAddress address, IOException why) implements SwarmEvent {}

    record DisconnectAll() implements SwarmEvent {}

    record PeersAdded(List<PeerAddress> addresses) implements SwarmEvent {}

    /** Peers that the magnet link names. */
    record MagnetPeersAdded(List<PeerAddress> addresses) implements SwarmEvent {}

    /** The metainfo or the magnet link names web seeds. */
    record WebSeedsAdded(List<WebSeedAddress> addresses) implements SwarmEvent {}

    /** The tracker names these web seeds now, and no others. */
    record WebSeedsNamedByTracker(List<WebSeedAddress> addresses) implements SwarmEvent {}

    record DevicesAdded(List<DeviceAddresses> devices) implements SwarmEvent {}

    /** A complete piece's hash did not match. */
    record HashFailed(int piece) implements SwarmEvent {}

    /** Blocks that were corrupt in a piece that first failed its hash and matches now. */
    record CorruptBlocks(List<Block> blocks) implements SwarmEvent {}

    /** Pieces whose data and journal records are synced. */
    record PiecesVerified(List<Integer> pieces) implements SwarmEvent {}

    /** Verified pieces were lost. */
    record PiecesLost(List<Integer> pieces, InvalidationReason reason)
            implements
                SwarmEvent {}

    /** Files that other programs wrote to were checked again. */
    record Rechecked() implements SwarmEvent {}

    /** The store has created the wanted files of length 0. */
    record FilesCreated() implements SwarmEvent {}

    /** The store's write queue has room again. */
    record WriteQueueDrained() implements SwarmEvent {}

    record DiskFull(DiskFullException error) implements SwarmEvent {}

    record DiskSpaceFreed() implements SwarmEvent {}

    /** Writing or syncing failed for good, with these pieces lost. */
    record StorageFailed(List<Integer> lost, IOException reason) implements SwarmEvent {}

    /** The user selected which files to download. */
    record SelectionChanged(FileSelection selection) implements SwarmEvent {}

    /** Whether to pick pieces in order. */
    record SequentialChanged(boolean sequential) implements SwarmEvent {}

    record ReadRequested(ReadRequest request) implements SwarmEvent {}

    /** A reader says where it goes on. */
    record ReadsAhead(ReadAhead ahead) implements SwarmEvent {}

    record ReadCancelled(ReadRequest request) implements SwarmEvent {}

    record ReaderClosed(long reader) implements SwarmEvent {}

    record RecheckAdmission() implements SwarmEvent {}

    /** New rate limits of this content. */
    record LimitsChanged(RateSchedules rates) implements SwarmEvent {}

    record Stop() implements SwarmEvent {}
}
