package org.gridtorrent.mdtp.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Set of byte offsets, kept as sorted ranges that neither overlap nor touch.
 *
 * <p>An operation costs the logarithm of the number of ranges, and the number of ranges that it removes.
 * Confined to one thread.
 */
public final class RangeSet {
    /** End of each range by its start. */
    private final NavigableMap<Long, Long> ends = new TreeMap<>();
    private long length;

    /** Number of bytes in the set. */
    public long length() {
        return length;
    }

    public boolean isEmpty() {
        return ends.isEmpty();
    }

    public List<ByteRange> ranges() {
        List<ByteRange> ranges = new ArrayList<>(ends.size());
        ends.forEach((start, end) -> ranges.add(new ByteRange(start, end)));
        return ranges;
    }

    /** Adds the bytes from {@code start} to before {@code end}; returns how many were not in the set. */
    public long add(long start, long end) {
        if (start >= end) {
            return 0;
        }
        long before = length;
        long mergedStart = start;
        long mergedEnd = end;
        Map.Entry<Long, Long> left = ends.floorEntry(start);
        if (left != null && left.getValue() >= start) {
            if (left.getValue() >= end) {
                return 0;
            }
            mergedStart = left.getKey();
            length -= left.getValue() - left.getKey();
        }
        for (Map.Entry<Long, Long> right = ends.higherEntry(mergedStart); right != null
                && right.getKey() <= mergedEnd; right = ends.higherEntry(mergedStart)) {
            mergedEnd = Math.max(mergedEnd, right.getValue());
            length -= right.getValue() - right.getKey();
            ends.remove(right.getKey());
        }
        ends.put(mergedStart, mergedEnd);
        length += mergedEnd - mergedStart;
        return length - before;
    }

    /** Adds the bytes of the other set. */
    public void addAll(RangeSet other) {
        other.ends.forEach(this::add);
    }

    /** Removes the bytes from {@code start} to before {@code end}; returns how many were in the set. */
    public long remove(long start, long end) {
        if (start >= end) {
            return 0;
        }
        long before = length;
        Map.Entry<Long, Long> entry = ends.lowerEntry(end);
        while (entry != null && entry.getValue() > start) {
            long rangeStart = entry.getKey();
            long rangeEnd = entry.getValue();
            ends.remove(rangeStart);
            length -= rangeEnd - rangeStart;
            put(rangeStart, start);
            put(end, rangeEnd);
            entry = ends.lowerEntry(Math.min(end, rangeStart));
        }
        return before - length;
    }

    /** Removes those bytes from {@code start} to before {@code end} that are in the other set. */
    public void removeAll(RangeSet other, long start, long end) {
        Long first = other.ends.floorKey(start);
        other.ends.subMap(first == null ? start : first, Math.max(start, end))
                .forEach((otherStart, otherEnd) -> remove(Math.max(start, otherStart),
                        Math.min(end, otherEnd)));
    }

    private void put(long start, long end) {
        if (start < end) {
            ends.put(start, end);
            length += end - start;
        }
    }

    /** Whether every byte of the range is in the set. */
    public boolean contains(long start, long end) {
        Map.Entry<Long, Long> entry = ends.floorEntry(start);
        return start >= end || (entry != null && entry.getValue() >= end);
    }

    /** Whether a byte of the range is in the set. */
    public boolean intersects(long start, long end) {
        Map.Entry<Long, Long> entry = ends.lowerEntry(end);
        return start < end && entry != null && entry.getValue() > start;
    }

    /** First range of the set, which is not empty. */
    ByteRange first() {
        return new ByteRange(ends.firstEntry().getKey(), ends.firstEntry().getValue());
    }

    /** First range that is in this set and not in the other. */
    public Optional<ByteRange> firstNotIn(RangeSet other) {
        for (Map.Entry<Long, Long> entry : ends.entrySet()) {
            long start = entry.getKey();
            while (start < entry.getValue()) {
                Map.Entry<Long, Long> covering = other.ends.floorEntry(start);
                if (covering == null || covering.getValue() <= start) {
                    Long next = other.ends.higherKey(start);
                    long end = next == null ? entry.getValue() : Math.min(next, entry.getValue());
                    return Optional.of(new ByteRange(start, end));
                }
                start = covering.getValue();
            }
        }
        return Optional.empty();
    }

    @Override
    public String toString() {
        return ends.toString();
    }
}
