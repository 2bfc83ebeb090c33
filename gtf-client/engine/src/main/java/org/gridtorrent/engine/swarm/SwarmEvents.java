package org.gridtorrent.engine.swarm;

import java.io.IOException;
import java.util.List;
import org.gridtorrent.engine.connection.ConnectionListener;
import org.gridtorrent.engine.connection.HandshakenPeer;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.storage.PieceStoreListener;
import org.gridtorrent.engine.storage.files.DiskFullException;
import org.gridtorrent.engine.storage.integrity.InvalidationReason;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.wire.PeerMessage;
import org.jspecify.annotations.Nullable;

/** Puts the events of connections and storage into the swarm's mailbox. Thread-safe. */
record SwarmEvents(Mailbox mailbox) implements ConnectionListener, PieceStoreListener {

    @Override
    public void received(int peer, List<PeerMessage> messages, long bytes) {
        mailbox.put(new SwarmEvent.MessagesReceived(peer, messages, bytes));
    }

    @Override
    public void disconnected(int peer, IOException why) {
        mailbox.put(new SwarmEvent.PeerDisconnected(peer, why));
    }

    @Override
    public void opened(PeerAddress address) {
        mailbox.put(new SwarmEvent.ConnectionOpened(address));
    }

    @Override
    public void connected(HandshakenPeer peer, @Nullable PeerAddress dialled) {
        mailbox.put(new SwarmEvent.PeerConnected(peer, dialled));
    }

    @Override
    public void dialFailed(PeerAddress address, IOException why) {
        mailbox.put(new SwarmEvent.DialFailed(address, why));
    }

    @Override
    public void verified(List<Integer> pieces) {
        mailbox.put(new SwarmEvent.PiecesVerified(pieces));
    }

    @Override
    public void hashFailed(int piece) {
        mailbox.put(new SwarmEvent.HashFailed(piece));
    }

    @Override
    public void corruptBlocks(List<Block> blocks) {
        mailbox.put(new SwarmEvent.CorruptBlocks(blocks));
    }

    @Override
    public void invalidated(List<Integer> pieces, InvalidationReason reason) {
        mailbox.put(new SwarmEvent.PiecesLost(pieces, reason));
    }

    @Override
    public void disputedRechecked() {
        mailbox.put(new SwarmEvent.Rechecked());
    }

    @Override
    public void filesPrepared() {
        mailbox.put(new SwarmEvent.FilesCreated());
    }

    @Override
    public void drained() {
        mailbox.put(new SwarmEvent.WriteQueueDrained());
    }

    @Override
    public void diskFull(DiskFullException reason) {
        mailbox.put(new SwarmEvent.DiskFull(reason));
    }

    @Override
    public void diskHasRoom() {
        mailbox.put(new SwarmEvent.DiskSpaceFreed());
    }

    @Override
    public void failed(List<Integer> lost, IOException reason) {
        mailbox.put(new SwarmEvent.StorageFailed(lost, reason));
    }
}
