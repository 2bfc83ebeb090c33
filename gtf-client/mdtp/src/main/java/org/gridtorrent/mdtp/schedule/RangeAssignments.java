package org.gridtorrent.mdtp.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.gridtorrent.mdtp.schedule.RangeScheduler.Action;

/**
 * Record of the file's bytes: which have arrived, which a request is open for, and which are missing.
 *
 * <p>It collects the actions that tell the caller what changed. Memory grows with the number of gaps and
 * open requests, and by one reference for each request that was ever sent. Confined to one thread.
 */
final class RangeAssignments {
    private final SortedMap<Integer, RangeRequest> open = new TreeMap<>();
    /** Replica of each request that was ever sent, by its number. */
    private final List<ScheduledReplica> senders = new ArrayList<>();
    private final RangeSet missing = new RangeSet();
    private final RangeSet arrived = new RangeSet();
    /** {@code Long.MAX_VALUE} while it is unknown. */
    private long fileLength;
    private int openDuplicates;
    private long twiceArrivedBytes;
    private List<Action> actions = new ArrayList<>();

    RangeAssignments(OptionalLong fileLength, Iterable<ByteRange> present) {
        this.fileLength = fileLength.orElse(Long.MAX_VALUE);
        missing.add(0, this.fileLength);
        for (ByteRange range : present) {
            if (range.end() > this.fileLength) {
                throw new IllegalArgumentException("present range " + range + " of a file of "
                        + this.fileLength + " bytes");
            }
            missing.remove(range.start(), range.end());
            arrived.add(range.start(), range.end());
        }
    }

    /** The actions since the last call. */
    List<Action> takeActions() {
        List<Action> taken = actions;
        actions = new ArrayList<>();
        return taken;
    }

    boolean isLengthKnown() {
        return fileLength != Long.MAX_VALUE;
    }

    long fileLength() {
        return fileLength;
    }

    boolean isComplete() {
        return isLengthKnown() && arrived.length() == fileLength;
    }

    /** Bytes that no request is open for and that have not arrived. */
    RangeSet missing() {
        return missing;
    }

    /** Bytes that arrived when they had arrived before. */
    long twiceArrivedBytes() {
        return twiceArrivedBytes;
    }

    Optional<RangeRequest> request(int number) {
        return Optional.ofNullable(open.get(number));
    }

    List<RangeRequest> openRequests() {
        return List.copyOf(open.values());
    }

    /** Replica that a request was sent to, over or not. */
    ScheduledReplica sender(int request) {
        if (request < 0 || request >= senders.size()) {
            throw new IllegalArgumentException("no request was sent with number " + request);
        }
        return senders.get(request);
    }

    /** Sets the length, once; requests that reach beyond it end there. */
    void setFileLength(long length) {
        fileLength = length;
        missing.remove(length, Long.MAX_VALUE);
        arrived.remove(length, Long.MAX_VALUE);
        for (RangeRequest request : open.values()) {
            if (request.range.start() >= length) {
                request.end = request.position;
            } else if (request.end > length) {
                request.end = length;
                actions.add(new Action.Shorten(request.number, length));
            }
        }
    }

    void send(ScheduledReplica replica, ByteRange range, boolean duplicate, double delaySeconds,
            long nowNs) {
        RangeRequest request = new RangeRequest(senders.size(), replica, range, duplicate,
                delaySeconds, nowNs);
        senders.add(replica);
        replica.opened(request);
        open.put(request.number, request);
        openDuplicates += duplicate ? 1 : 0;
        missing.remove(range.start(), range.end());
        actions.add(new Action.Send(request.number, replica.number, range));
    }

    /** Counts bytes of a request; cancels those requests that they leave nothing to bring. */
    void received(RangeRequest request, int count, long nowNs) {
        long start = request.position;
        request.position += count;
        missing.remove(start, request.position);
        twiceArrivedBytes += count - arrived.add(start, request.position);
        if (openDuplicates > 0) {
            for (RangeRequest other : openRequests()) {
                if (other.remaining() > 0 && arrived.contains(other.position, other.end)) {
                    cancel(other, nowNs);
                }
            }
        }
    }

    void shorten(RangeRequest request, long end) {
        long cutEnd = request.end;
        request.end = end;
        addMissing(end, cutEnd);
        actions.add(new Action.Shorten(request.number, end));
    }

    void cancel(RangeRequest request, long nowNs) {
        actions.add(new Action.Cancel(request.number));
        close(request, nowNs);
    }

    /** Ends a request; what it did not bring is missing again. */
    void close(RangeRequest request, long nowNs) {
        open.remove(request.number);
        request.replica.closed(request, nowNs);
        openDuplicates -= request.duplicate ? 1 : 0;
        addMissing(request.position, Math.min(request.end, fileLength));
    }

    private void addMissing(long start, long end) {
        missing.add(start, end);
        missing.removeAll(arrived, start, end);
        for (RangeRequest request : open.values()) {
            missing.remove(request.position, request.end);
        }
    }

    /** Has bytes brought again, and not by the replicas of these requests if another one can. */
    void reject(List<Integer> requests, ByteRange range) {
        requests.forEach(request -> sender(request).rejected.add(range.start(), range.end()));
        arrived.remove(range.start(), range.end());
        addMissing(range.start(), range.end());
    }
}
