package org.gridtorrent.tracker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a machine was told, in a file that outlives the machine when it is killed: each entry is written
 * before the machine does anything else. For one thread.
 */
final class Ledger implements AutoCloseable {
    private enum Entry {
        ORDERING, ORDERED, REGISTERED, DONE, SESSION, UPLOADED, UNANSWERED
    }

    /** Contents that were ordered, and the tasks by which they are published. */
    final Map<String, String> versions = new HashMap<>();
    /** By task. */
    final Map<String, String> infoHashes = new HashMap<>();
    final Set<String> done = new HashSet<>();
    long session;
    long uploaded;
    int unanswered;
    private int orders;
    private final FileChannel file;

    private Ledger(FileChannel file) {
        this.file = file;
    }

    static Ledger open(Path path) throws IOException {
        var ledger = new Ledger(FileChannel.open(path, StandardOpenOption.CREATE,
                StandardOpenOption.WRITE));
        String text = Files.readString(path);
        // A kill may have cut the last line.
        String whole = text.substring(0, text.lastIndexOf('\n') + 1);
        whole.lines().forEach(line -> ledger.apply(List.of(line.split(" "))));
        ledger.file.truncate(whole.length());
        ledger.file.position(whole.length());
        return ledger;
    }

    /** An order is about to be given. */
    void ordering() {
        note(Entry.ORDERING);
    }

    void ordered(String content, String task) {
        note(Entry.ORDERED, content, task);
    }

    void registered(String task, String infoHash) {
        note(Entry.REGISTERED, task, infoHash);
    }

    void done(String task) {
        note(Entry.DONE, task);
    }

    void session(long number) {
        note(Entry.SESSION, Long.toString(number));
    }

    void uploaded(long count) {
        note(Entry.UPLOADED, Long.toString(count));
    }

    void unanswered() {
        note(Entry.UNANSWERED);
    }

    /** Orders that may have been carried out or not. */
    int unansweredOrders() {
        return orders - versions.size();
    }

    private void note(Entry entry, String... words) {
        String line = entry + " " + String.join(" ", words);
        try {
            file.write(ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.US_ASCII)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        apply(List.of(line.split(" ")));
    }

    private void apply(List<String> words) {
        switch (Entry.valueOf(words.getFirst())) {
            case ORDERING -> orders++;
            case ORDERED -> versions.put(words.get(1), words.get(2));
            case REGISTERED -> infoHashes.put(words.get(1), words.get(2));
            case DONE -> done.add(words.get(1));
            case SESSION -> session = Long.parseLong(words.get(1));
            case UPLOADED -> uploaded = Long.parseLong(words.get(1));
            case UNANSWERED -> unanswered++;
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
