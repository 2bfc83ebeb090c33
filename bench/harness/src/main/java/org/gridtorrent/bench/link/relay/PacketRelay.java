package org.gridtorrent.bench.link.relay;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.gridtorrent.bench.link.line.LineSpec;

/**
 * Relay of packets between the hosts' devices, at the times that the {@link LineModel} gives.
 *
 * <p>One thread does all: it takes what the hosts sent, moves what has reached its destination's access
 * line from its source's queue to its destination's, and hands over what is due there. While packets flow
 * it looks only every {@value #GRAIN_NS} ns and works through all that came: a packet is late by about as
 * much, and the processors, which are shared with what is measured, are left alone in between. While
 * nothing flows it sleeps until a packet comes or is due.
 */
final class PacketRelay implements Runnable {
    static final long GRAIN_NS = 100_000;
    private static final long MAX_SLEEP_NS = 100_000_000;
    private static final long LATE_NS = 1_000_000;
    private static final int BATCH = 64;
    private static final int MAX_PACKETS_AT_ONCE = 43;
    private static final int ADDRESS_PREFIX = 198 << 24 | 18 << 16;
    private static final long NEVER = Long.MAX_VALUE;

    private final List<TunDevice> hosts;
    private final LineSpec spec;
    private final LineModel model;
    private final PacketCounters counters;
    private final PacketQueue[] sent;
    private final PacketQueue[] arrived;
    /** Maximum length of a bundle on each host's access line, in packets. */
    private final int[] packetsAtOnce;
    private final Queue<RateChange> rateChanges = new ConcurrentLinkedQueue<>();
    private final PollSet pollSet;
    private final MemorySegment taken = Arena.global().allocate(PacketBundle.MAX_LENGTH,
            Long.BYTES);

    /** When nothing more was to be read from each host. */
    private final long[] emptyNs;
    private volatile boolean stopping;

    PacketRelay(LineSpec spec, List<TunDevice> hosts, PacketCounters counters) throws IOException {
        this.hosts = List.copyOf(hosts);
        this.counters = counters;
        this.spec = spec;
        model = new LineModel(spec);
        sent = new PacketQueue[hosts.size()];
        arrived = new PacketQueue[hosts.size()];
        packetsAtOnce = new int[hosts.size()];
        for (int host = 0; host < hosts.size(); host++) {
            sent[host] = new PacketQueue(Syscalls.reserve(spec.inFlightBytes(host + 1)));
            arrived[host] = new PacketQueue(Syscalls.reserve(spec.queueBytes(host + 1)));
            packetsAtOnce[host] = packetsAtOnce(spec, spec.rateOf(host + 1));
        }
        pollSet = new PollSet(hosts);
        emptyNs = new long[hosts.size()];
        Arrays.fill(emptyNs, System.nanoTime());
    }

    /** @param host counted from 0 */
    private record RateChange(int host, long bitsPerSecond) {}

    /** Packets that a line of this rate may carry as one bundle, to spare the processor. */
    static int packetsAtOnce(LineSpec spec, long bitsPerSecond) {
        double bytes = bitsPerSecond / 8e9 * spec.bundle().toNanos();
        return (int) Math.clamp(bytes / LineSpec.MTU, 1, MAX_PACKETS_AT_ONCE);
    }

    /** Changes a host's rate; it is counted from 0. May be called by any thread. */
    void setRate(int host, long bitsPerSecond) {
        rateChanges.add(new RateChange(host, bitsPerSecond));
    }

    private void changeRates() {
        for (RateChange one = rateChanges.poll(); one != null; one = rateChanges.poll()) {
            model.setRate(one.host, one.bitsPerSecond);
            packetsAtOnce[one.host] = packetsAtOnce(spec, one.bitsPerSecond);
        }
    }

    void stop() {
        stopping = true;
    }

    @Override
    public void run() {
        // A packet that is late makes a wrong line. Who may not ask for this has nice's word at best.
        Syscalls.runFirst();
        try {
            while (!stopping) {
                changeRates();
                int taken = takeSent();
                long nextNs = Math.min(moveArrived(System.nanoTime()), handOver());
                pause(taken, nextNs);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads what the hosts sent; returns the largest number of bundles of one host. */
    private int takeSent() throws IOException {
        int most = 0;
        for (int host = 0; host < sent.length; host++) {
            int count = 0;
            long nowNs = System.nanoTime();
            while (count < BATCH && takeOne(host, nowNs)) {
                count++;
            }
            emptyNs[host] = count == BATCH ? emptyNs[host] : nowNs;
            most = Math.max(most, count);
        }
        return most;
    }

    private boolean takeOne(int source, long nowNs) throws IOException {
        int length = hosts.get(source).read(taken.address(), PacketBundle.MAX_LENGTH);
        if (length == 0) {
            return false;
        }
        PacketBundle bundle = new PacketBundle(taken.address(), length);
        int destination = destination(bundle);
        if (destination >= 0) {
            launch(bundle, source, destination, nowNs);
        }
        return true;
    }

    /**
     * Sends the packets that get through. What follows a lost one is a bundle of its own, and so is what
     * would take the slower of the two lines too long.
     */
    private void launch(PacketBundle bundle, int source, int destination, long nowNs) {
        int packets = bundle.packets();
        int most = Math.min(packetsAtOnce[source], packetsAtOnce[destination]);
        int begin = 0;
        long arrivalNs = NEVER;
        for (int packet = 0; packet < packets; packet++) {
            long timeNs = send(source, bundle.packetLength(packet), nowNs);
            if (timeNs == NEVER) {
                enqueue(bundle, begin, packet, source, destination, arrivalNs);
                begin = packet + 1;
            } else {
                arrivalNs = timeNs;
                if (packet + 1 - begin == most) {
                    enqueue(bundle, begin, packet + 1, source, destination, arrivalNs);
                    begin = packet + 1;
                }
            }
        }
        enqueue(bundle, begin, packets, source, destination, arrivalNs);
    }

    /** When the packet reaches its destination's access line, or never. */
    private long send(int source, int length, long nowNs) {
        counters.add(source, PacketCounters.SENT, 1);
        counters.add(source, PacketCounters.SENT_BYTES, length);
        long timeNs = model.arrivalNs(source, length, emptyNs[source], nowNs);
        if (timeNs == LineModel.LOST) {
            counters.add(source, PacketCounters.LOST, 1);
            return NEVER;
        }
        if (timeNs == LineModel.QUEUE_FULL) {
            counters.add(source, PacketCounters.QUEUE_FULL, 1);
            return NEVER;
        }
        return timeNs;
    }

    private void enqueue(PacketBundle bundle, int begin, int end, int source, int destination,
            long timeNs) {
        if (begin == end) {
            return;
        }
        long place = sent[source].claim();
        if (place == 0) {
            counters.add(source, PacketCounters.QUEUE_FULL, end - begin);
        } else {
            int length = bundle.copyTo(place, begin, end).length();
            sent[source].add(timeNs, destination, length);
        }
    }

    /** Host that a packet is for; -1 if it is none of ours. */
    private int destination(PacketBundle bundle) {
        int host = bundle.isIpv4() ? bundle.destination() - ADDRESS_PREFIX - 1 : -1;
        return host >= 0 && host < sent.length ? host : -1;
    }

    /** Moves what has arrived, in order over all sources; returns when the next one arrives. */
    private long moveArrived(long nowNs) {
        while (true) {
            int first = -1;
            long firstNs = NEVER;
            for (int source = 0; source < sent.length; source++) {
                if (!sent[source].isEmpty() && sent[source].timeNs() < firstNs) {
                    first = source;
                    firstNs = sent[source].timeNs();
                }
            }
            if (firstNs > nowNs) {
                return firstNs;
            }
            move(first, sent[first]);
            sent[first].remove();
        }
    }

    private void move(int source, PacketQueue from) {
        PacketBundle bundle = from.bundle();
        int destination = from.host();
        int packets = bundle.packets();
        int taken = 0;
        long dueNs = NEVER;
        long place = arrived[destination].claim();
        while (place != 0 && taken < packets) {
            long timeNs = model.deliveryNs(destination, bundle.packetLength(taken), from.timeNs());
            if (timeNs == LineModel.QUEUE_FULL) {
                break;
            }
            dueNs = timeNs;
            taken++;
        }
        counters.add(source, PacketCounters.QUEUE_FULL, packets - taken);
        if (taken > 0) {
            int length = bundle.copyTo(place, 0, taken).length();
            arrived[destination].add(dueNs, destination, length);
        }
    }

    /** Hands over what is due; returns when the next one is due. */
    private long handOver() {
        long nextNs = NEVER;
        long nowNs = System.nanoTime();
        for (int host = 0; host < arrived.length; host++) {
            PacketQueue queue = arrived[host];
            while (!queue.isEmpty() && queue.timeNs() <= nowNs) {
                PacketBundle bundle = queue.bundle();
                if (hosts.get(host).write(bundle)) {
                    count(host, bundle, nowNs - queue.timeNs() > LATE_NS);
                }
                queue.remove();
            }
            nextNs = queue.isEmpty() ? nextNs : Math.min(nextNs, queue.timeNs());
        }
        return nextNs;
    }

    private void count(int host, PacketBundle bundle, boolean late) {
        int packets = bundle.packets();
        counters.add(host, PacketCounters.DELIVERED, packets);
        for (int packet = 0; packet < packets; packet++) {
            counters.add(host, PacketCounters.DELIVERED_BYTES, bundle.packetLength(packet));
        }
        counters.add(host, PacketCounters.LATE, late ? packets : 0);
    }

    private void pause(int taken, long nextNs) {
        if (taken == BATCH) {
            return;
        }
        if (taken > 0) {
            pollSet.sleep(GRAIN_NS);
        } else {
            pollSet.await(Math.clamp(nextNs - System.nanoTime(), 0, MAX_SLEEP_NS));
            Arrays.fill(emptyNs, System.nanoTime());
        }
    }

    /** Sleeping, and waiting for any host to send something. */
    private static final class PollSet {
        private static final short READABLE = 1;
        private static final int ENTRY = 8;

        private final int count;
        private final MemorySegment entries;
        private final MemorySegment time;

        PollSet(List<TunDevice> hosts) {
            count = hosts.size();
            entries = Arena.global().allocate((long) count * ENTRY, Long.BYTES);
            time = Arena.global().allocate(2 * Long.BYTES, Long.BYTES);
            for (int i = 0; i < count; i++) {
                entries.set(ValueLayout.JAVA_INT, (long) i * ENTRY, hosts.get(i).descriptor());
                entries.set(ValueLayout.JAVA_SHORT, (long) i * ENTRY + 4, READABLE);
            }
        }

        void await(long nanos) {
            time.set(ValueLayout.JAVA_LONG, Long.BYTES, nanos);
            Syscalls.ppoll(entries.address(), count, time.address());
        }

        void sleep(long nanos) {
            time.set(ValueLayout.JAVA_LONG, Long.BYTES, nanos);
            Syscalls.ppoll(0, 0, time.address());
        }
    }
}
