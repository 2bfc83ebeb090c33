package org.gridtorrent.bench.link.relay;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.gridtorrent.bench.link.line.HostTraffic;

/** Packet counters of each host, in a file mapped to memory: another process can read along at no cost. */
public final class PacketCounters {
    static final int SENT = 0;
    static final int SENT_BYTES = 1;
    static final int LOST = 2;
    static final int QUEUE_FULL = 3;
    static final int DELIVERED = 4;
    static final int DELIVERED_BYTES = 5;
    static final int LATE = 6;
    private static final int FIELDS = 7;

    private final MemorySegment memory;

    private PacketCounters(MemorySegment memory) {
        this.memory = memory;
    }

    /** Creates counters that are zero, for a relay. */
    static PacketCounters create(Path file, int hosts) throws IOException {
        Files.write(file, new byte[hosts * FIELDS * Long.BYTES]);
        return open(file, MapMode.READ_WRITE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    /** Opens the counters to read. */
    public static PacketCounters read(Path file) throws IOException {
        return open(file, MapMode.READ_ONLY, StandardOpenOption.READ);
    }

    private static PacketCounters open(Path file, MapMode mode, StandardOpenOption... options)
            throws IOException {
        try (FileChannel channel = FileChannel.open(file, options)) {
            return new PacketCounters(channel.map(mode, 0, channel.size(), Arena.ofAuto()));
        }
    }

    /** Adds to a counter of a host, which is counted from 0. */
    void add(int host, int field, long amount) {
        long offset = offset(host, field);
        memory.set(ValueLayout.JAVA_LONG, offset,
                memory.get(ValueLayout.JAVA_LONG, offset) + amount);
    }

    private long of(int host, int field) {
        return memory.get(ValueLayout.JAVA_LONG, offset(host, field));
    }

    /** Counters of a host, which is counted from 0. */
    public HostTraffic traffic(int host) {
        return new HostTraffic(host + 1, of(host, SENT), of(host, SENT_BYTES), of(host, LOST),
                of(host, QUEUE_FULL), of(host, DELIVERED), of(host, DELIVERED_BYTES),
                of(host, LATE));
    }

    private static long offset(int host, int field) {
        return ((long) host * FIELDS + field) * Long.BYTES;
    }
}
