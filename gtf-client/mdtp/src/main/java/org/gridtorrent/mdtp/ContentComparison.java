package org.gridtorrent.mdtp;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.gridtorrent.mdtp.schedule.ByteRange;
import org.gridtorrent.mdtp.schedule.RangeSet;

/**
 * Comparison of what the replicas serve, by samples: without hashes nothing else tells a false one.
 *
 * <p>Samples of what each source of the file's bytes brought are asked of another replica, so that every
 * replica is asked, those too that brought nothing. Where two differ, {@link #vote} has all replicas tell what
 * they have there. Confined to the fetch's thread.
 */
final class ContentComparison {
    private static final int MAX_SAMPLE = 16 << 10;
    private static final int MIN_SAMPLE = 4 << 10;
    /** All samples together are a 200th of the file at most, unless it is very short. */
    private static final int FILE_PART = 200;
    /** Differences that are voted on. */
    private static final int MAX_DIFFERENCES = 16;
    /** The positions need not be secret: a server that knows them is not found out by samples anyway. */
    private final Random random = new Random();

    /**
     * Where bytes of the file came from.
     *
     * @param replica empty for those that an earlier fetch had from addresses that are not named now
     * @param brought bytes of the file, by an earlier fetch, too
     */
    record Source(Optional<ReplicaState> replica, RangeSet brought) {}

    /**
     * Replicas that have the same bytes in one place.
     *
     * @param answer the bytes, as {@link ContentSample#answer} has them
     */
    record Group(long answer, List<ReplicaState> members) {
        long broughtBytes() {
            return members.stream().mapToLong(each -> each.allBrought().length()).sum();
        }
    }

    /**
     * Place where a replica does not have what is in the file.
     *
     * @param source whose bytes are in the file there
     * @param inFile these bytes, as {@link ContentSample#answer} has them
     * @param answers of the replicas that told what they have
     */
    record Difference(Source source, ByteRange range, long inFile,
            Map<ReplicaState, Long> answers) {

        /** The replicas that are not left, by what they have there; the largest group first. */
        List<Group> groups() {
            Map<Long, Group> groups = new LinkedHashMap<>();
            answers.forEach((replica, answer) -> {
                if (!replica.isExcluded()) {
                    groups.computeIfAbsent(answer, _ -> new Group(answer, new ArrayList<>()))
                            .members().add(replica);
                }
            });
            return groups.values().stream()
                    .sorted(Comparator.comparingInt((Group group) -> -group.members().size())
                            .thenComparingLong(group -> -group.broughtBytes()))
                    .toList();
        }
    }

    private final FetchState fetch;
    private final List<Source> sources;
    private final List<ReplicaState> replicas;
    private final ContentSamples samples;
    private final Map<ReplicaState, Integer> asked = new HashMap<>();
    /** Those that refused their last sample, as one does that allows a single connection. */
    private final Set<ReplicaState> refusing = new HashSet<>();
    private final List<Difference> differences = new ArrayList<>();

    /** Where the bytes that are there came from. */
    static List<Source> sources(FetchState fetch) {
        Stream<Source> named = fetch.replicas.stream().filter(each -> !each.isExcluded())
                .map(each -> new Source(Optional.of(each), each.allBrought()));
        Stream<Source> others = Stream.of(new Source(Optional.empty(), fetch.earlierOfOthers()));
        return Stream.concat(named, others).filter(each -> !each.brought.isEmpty()).toList();
    }

    /**
     * Sends the samples.
     *
     * @param replicas that are asked
     * @param told of each sample's end, for {@link #ended} or {@link #await}
     */
    ContentComparison(FetchState fetch, List<ReplicaState> replicas, int samplesOfSource,
            BlockingQueue<FetchMessage> told) {
        this.fetch = fetch;
        this.replicas = List.copyOf(replicas);
        sources = sources(fetch);
        long fileLength = fetch.fileLength().orElseThrow();
        samples = new ContentSamples(fileLength, told);
        long questions = Math.max(1L, sources.size() + replicas.size()) * samplesOfSource;
        long length = Math.clamp(fileLength / (FILE_PART * questions), MIN_SAMPLE, MAX_SAMPLE);
        for (Source source : sources) {
            behind(source).min(Comparator.comparingInt(each -> asked.getOrDefault(each, 0)))
                    .ifPresent(each -> compare(source, each, samplesOfSource, length));
        }
        for (ReplicaState each : replicas) {
            if (!asked.containsKey(each)) {
                sources.stream().filter(source -> !isOf(source, each)).findFirst()
                        .ifPresent(source -> compare(source, each, samplesOfSource, length));
            }
            requireUnchanged(each, samplesOfSource, length);
        }
    }

    private static boolean isOf(Source source, ReplicaState replica) {
        return source.replica().equals(Optional.of(replica));
    }

    /** The replicas but the source's own, those first that follow it. */
    private Stream<ReplicaState> behind(Source source) {
        int at = source.replica().map(replicas::indexOf).orElse(-1);
        return Stream.concat(replicas.stream().skip(at + 1L),
                replicas.stream().limit(Math.max(0, at)));
    }

    private void compare(Source source, ReplicaState replica, int count, long length) {
        asked.merge(replica, 1, Integer::sum);
        RangeSet ofOthers = new RangeSet();
        ofOthers.addAll(source.brought());
        ofOthers.removeAll(replica.allBrought(), 0, Long.MAX_VALUE);
        RangeSet sampled = ofOthers.isEmpty() ? source.brought() : ofOthers;
        for (ByteRange range : samples(sampled, count, length)) {
            samples.ask(source, replica, range);
        }
    }

    /** Asks a replica for samples of what an earlier fetch had from it: its file may have changed. */
    private void requireUnchanged(ReplicaState replica, int count, long length) {
        if (!replica.earlier.isEmpty()) {
            Source own = new Source(Optional.of(replica), replica.allBrought());
            samples(replica.earlier, count, length)
                    .forEach(range -> samples.ask(own, replica, range));
        }
    }

    private Set<ByteRange> samples(RangeSet bytes, int count, long length) {
        Set<ByteRange> chosen = new HashSet<>();
        for (int i = 0; i < count; i++) {
            chosen.add(sample(bytes.ranges(), length));
        }
        return chosen;
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

    /** Takes a sample that arrived or failed. */
    void ended(ContentSample sample, long nowNs) throws IOException {
        if (samples.ended(sample, nowNs)) {
            refusing.remove(sample.asked);
            answered(sample);
        } else {
            refusing.add(sample.asked);
        }
    }

    private void answered(ContentSample sample) throws IOException {
        long inFile = ContentSample.answerOf(fetch.file.checksum(sample.range));
        boolean isKnown = differences.stream()
                .anyMatch(each -> each.source().equals(sample.source)
                        && each.answers().containsKey(sample.asked));
        if (sample.answer() != inFile && !isKnown && differences.size() < MAX_DIFFERENCES) {
            Map<ReplicaState, Long> answers = new LinkedHashMap<>();
            answers.put(sample.asked, sample.answer());
            differences.add(new Difference(sample.source, sample.range, inFile, answers));
        }
    }

    /** Asks again for what failed before. */
    void tick(long nowNs) {
        samples.tick(nowNs);
    }

    /** Asks at once for what failed before, and gives up what takes too long: nothing else is fetched any more. */
    void hasten(long nowNs) {
        samples.hasten(nowNs);
    }

    /** Whether all samples arrived, or were given up. */
    boolean isComplete() {
        return samples.isComplete();
    }

    /** Gives up the samples that have not arrived. */
    void cancel() {
        samples.cancel();
    }

    /** Waits for all samples, for a limited time. */
    void await(BooleanSupplier isStopped) throws IOException, InterruptedException {
        samples.await(this::answered, isStopped);
    }

    /** Whether all of these answered or were silent, and all sources of the file's bytes take part. */
    boolean covers(List<ReplicaState> all) {
        return replicas.containsAll(all) && all.stream().noneMatch(refusing::contains)
                && sources.stream().map(Source::replica).toList()
                        .containsAll(sources(fetch).stream().map(Source::replica).toList());
    }

    boolean hasDifference() {
        return !differences.isEmpty();
    }

    /** Has all replicas that are not left tell what they have where two differ, within a limited time. */
    List<Difference> vote(BooleanSupplier isStopped) throws IOException, InterruptedException {
        ContentSamples votes = new ContentSamples(fetch.fileLength().orElseThrow(),
                new LinkedBlockingQueue<>());
        for (Difference each : differences) {
            fetch.replicas.stream().filter(replica -> !replica.isExcluded()
                    && !replica.servesWholeFileOnly() && !each.answers().containsKey(replica))
                    .forEach(replica -> votes.ask(each.source(), replica, each.range()));
        }
        votes.await(sample -> differences.stream()
                .filter(each -> each.range().equals(sample.range))
                .forEach(each -> each.answers().put(sample.asked, sample.answer())), isStopped);
        for (Difference each : differences) { // a source that is silent now has what it brought
            each.source().replica()
                    .ifPresent(replica -> each.answers().putIfAbsent(replica, each.inFile()));
        }
        return List.copyOf(differences);
    }
}
