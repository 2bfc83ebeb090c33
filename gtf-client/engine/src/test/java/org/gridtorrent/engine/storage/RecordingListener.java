package org.gridtorrent.engine.storage;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.storage.files.DiskFullException;
import org.gridtorrent.engine.storage.integrity.InvalidationReason;

/** Records a store's events in order. Thread-safe. */
public final class RecordingListener implements PieceStoreListener {
    private final List<String> events = new ArrayList<>();

    public synchronized List<String> events() {
        return List.copyOf(events);
    }

    private synchronized void add(String event) {
        events.add(event);
    }

    @Override
    public void verified(List<Integer> pieces) {
        add("verified " + pieces);
    }

    @Override
    public void hashFailed(int piece) {
        add("hash failed " + piece);
    }

    @Override
    public void corruptBlocks(List<Block> blocks) {
        add("corrupt " + blocks);
    }

    @Override
    public void invalidated(List<Integer> pieces, InvalidationReason reason) {
        add("invalidated " + pieces);
    }

    @Override
    public void disputedRechecked() {
        add("disputed rechecked");
    }

    @Override
    public void filesPrepared() {
        add("files prepared");
    }

    @Override
    public void drained() {
        add("drained");
    }

    @Override
    public void diskFull(DiskFullException reason) {
        add("disk full");
    }

    @Override
    public void diskHasRoom() {
        add("disk has room");
    }

    @Override
    public void failed(List<Integer> lost, IOException reason) {
        add("failed " + lost + " " + reason.getMessage());
    }
}
