package org.gridtorrent.mdtp;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import org.gridtorrent.mdtp.file.PartialFile;
import org.gridtorrent.mdtp.schedule.ByteRange;
import org.gridtorrent.mdtp.schedule.RangeSet;

/**
 * Comparison of what the replicas serve, by samples: without hashes nothing else tells a false one.
 *
 * <p>The sources of the file's bytes form a ring. Each replica is asked for samples of what the next source
 * brought. Sources that are equal, directly or through others, form a group. Confined to the fetch's thread.
 */
final class ContentComparison {
    private static final int MAX_SAMPLE = 16 << 10;
    private static final int MIN_SAMPLE = 256;
    /** All samples together are a 200th of the file at most, unless it is very short. */
    private static final int FILE_PART = 200;
    private static final int MAX_TRIES = 3;
    private static final long RETRY_NS = Duration.ofSeconds(1).toNanos();
    /** How old a sample may become when all else has arrived. */
    private static final long LAST_TIMEOUT_NS = Duration.ofSeconds(2).toNanos();
    /** The positions need not be secret: a server that knows them is not found out by samples anyway. */
    private final Random random = new Random();

    /**
     * Where bytes of the file came from.
     *
     * @param replica empty for an earlier fetch
     * @param brought bytes of the file
     */
    record Source(Optional<ReplicaState> replica, RangeSet brought) {}

    private record Pair(int one, int other, Set<Boolean> results) {
        boolean isEqual() {
            return results.equals(Set.of(true));
        }

        boolean isDifferent() {
            return results.contains(false);
        }
    }

    private record Retry(ContentSample sample, long atNs) {}

    private final PartialFile file;
    private final Consumer<FetchMessage> fetch;
    private final List<Source> sources;
    private final List<Pair> pairs = new ArrayList<>();
    private final Set<ContentSample> open = new HashSet<>();
    private final List<Retry> retries = new ArrayList<>();

    /** Where the bytes that are there came from. */
    static List<Source> sources(FetchState state) {
        List<Source> sources = new ArrayList<>();
        state.replicas.stream().filter(each -> !each.isExcluded() && !each.brought.isEmpty())
                .forEach(each -> sources.add(new Source(Optional.of(each), each.brought)));
        if (!state.earlier.isEmpty()) {
            sources.add(new Source(Optional.empty(), state.earlier));
        }
        return sources;
    }

    /** Sends the first samples. */
    ContentComparison(List<Source> sources, int samplesOfPair, PartialFile file, long fileLength,
            Consumer<FetchMessage> fetch) {
        this.sources = List.copyOf(sources);
        this.file = file;
        this.fetch = fetch;
        long length = Math.clamp(
                fileLength / ((long) FILE_PART * sources.size() * samplesOfPair), MIN_SAMPLE,
                MAX_SAMPLE);
        for (int one = 0; one < sources.size() && sources.size() > 1; one++) {
            compare(one, (one + 1) % sources.size(), samplesOfPair, length);
        }
    }

    private void compare(int one, int other, int samples, long length) {
        int asked = sources.get(one).replica().isPresent() ? one : other;
        Source by = sources.get(asked == one ? other : one);
        ReplicaState replica = sources.get(asked).replica().orElseThrow();
        pairs.add(new Pair(one, other, new HashSet<>()));
        List<ByteRange> ranges = notIn(replica.brought, by.brought());
        for (int i = 0; i < samples && !ranges.isEmpty(); i++) {
            send(new ContentSample(pairs.size() - 1, replica, sample(ranges, length), 1, fetch));
        }
    }

    private static List<ByteRange> notIn(RangeSet excluded, RangeSet set) {
        RangeSet rest = new RangeSet();
        rest.addAll(set);
        rest.removeAll(excluded, 0, Long.MAX_VALUE);
        return rest.ranges();
    }

    /** Bytes at a random place, the same for each byte of the ranges. */
    private ByteRange sample(List<ByteRange> ranges, long length) {
        long total = ranges.stream().mapToLong(ByteRange::length).sum();
        long left = random.nextLong(total);
        for (ByteRange range : ranges) {
            if (left < range.length()) {
                long start = Math.max(range.start(),
                        Math.min(range.start() + left, range.end() - length));
                return new ByteRange(start, Math.min(range.end(), start + length));
            }
            left -= range.length();
        }
        throw new IllegalStateException("offset " + left + " behind all ranges");
    }

    private void send(ContentSample sample) {
        open.add(sample);
        sample.send();
    }

    /** Takes a sample that arrived or failed. */
    void ended(ContentSample sample, long nowNs) throws IOException {
        if (!open.remove(sample)) {
            return; // of an earlier comparison
        }
        if (sample.isAnswered()) {
            pairs.get(sample.pair).results
                    .add(sample.hasChecksum(file.checksum(sample.range)));
        } else if (sample.tries < MAX_TRIES) {
            retries.add(new Retry(sample.again(), nowNs + RETRY_NS));
        }
    }

    /** Asks again for what failed before. */
    void tick(long nowNs) {
        for (Retry retry : List.copyOf(retries)) {
            if (nowNs - retry.atNs >= 0) {
                retries.remove(retry);
                send(retry.sample);
            }
        }
    }

    /** Asks at once for what failed before, and gives up what takes too long: nothing else is fetched any more. */
    void hasten(long nowNs) {
        retries.forEach(retry -> send(retry.sample));
        retries.clear();
        for (ContentSample sample : List.copyOf(open)) {
            if (nowNs - sample.sentNs() > LAST_TIMEOUT_NS) {
                open.remove(sample);
                sample.cancel();
            }
        }
    }

    /** Whether all samples arrived, or were given up. */
    boolean isComplete() {
        return open.isEmpty() && retries.isEmpty();
    }

    /** Gives up the samples that have not arrived. */
    void cancel() {
        open.forEach(ContentSample::cancel);
        open.clear();
        retries.clear();
    }

    /** Whether it has every source of the file's bytes. */
    boolean covers(List<Source> all) {
        return sources.containsAll(all);
    }

    List<Source> sources() {
        return sources;
    }

    boolean hasDifference() {
        return pairs.stream().anyMatch(Pair::isDifferent);
    }

    /** Groups of sources with the same content, the largest first. */
    List<List<Source>> groups() {
        List<Set<Integer>> groups = new ArrayList<>();
        for (int i = 0; i < sources.size(); i++) {
            groups.add(new HashSet<>(Set.of(i)));
        }
        for (Pair pair : pairs) {
            if (pair.isEqual()) {
                Set<Integer> one = groupOf(groups, pair.one);
                Set<Integer> other = groupOf(groups, pair.other);
                if (!one.equals(other)) {
                    one.addAll(other);
                    groups.remove(other);
                }
            }
        }
        return groups.stream()
                .sorted(Comparator.comparingInt((Set<Integer> group) -> -group.size()))
                .map(group -> group.stream().map(sources::get).toList()).toList();
    }

    private static Set<Integer> groupOf(List<Set<Integer>> groups, int source) {
        return groups.stream().filter(group -> group.contains(source)).findFirst().orElseThrow();
    }

    /** Whether a sample told the source from one of the group. */
    boolean differs(Source source, List<Source> group) {
        return pairs.stream().filter(Pair::isDifferent)
                .anyMatch(pair -> (sources.get(pair.one).equals(source)
                        && group.contains(sources.get(pair.other)))
                        || (sources.get(pair.other).equals(source)
                                && group.contains(sources.get(pair.one))));
    }
}
