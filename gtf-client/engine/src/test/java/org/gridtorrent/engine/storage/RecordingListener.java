package org.gridtorrent.engine.storage;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.engine.piece.Block;

/** Keeps what a store said, in order. Thread-safe. */
public final class RecordingListener implements PieceStoreListener {
    private final List<String> events = new ArrayList<>();

    public synchronized List<String> events() {
        return List.copyOf(events);
    }

    private synchronized void add(String event) {
        events.add(event);
    }

    @Override
    public void had(List<Integer> pieces) {
        add("had " + pieces);
    }

    @Override
    public void mismatched(int piece) {
        add("mismatched " + piece);
    }

    @Override
    public void wereFalse(List<Block> blocks) {
        add("false " + blocks);
    }

    @Override
    public void withdrawn(List<Integer> pieces, String reason) {
        add("withdrawn " + pieces);
    }

    @Override
    public void settled() {
        add("settled");
    }

    @Override
    public void prepared() {
        add("prepared");
    }

    @Override
    public void drained() {
        add("drained");
    }

    @Override
    public void paused(DiskFullException reason) {
        add("paused");
    }

    @Override
    public void resumed() {
        add("resumed");
    }

    @Override
    public void failed(List<Integer> lost, IOException reason) {
        add("failed " + lost + " " + reason.getMessage());
    }
}
