package org.gridtorrent.mdtp;

import java.io.IOException;
import java.security.MessageDigest;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CancellationException;
import java.util.concurrent.LinkedBlockingQueue;
import org.gridtorrent.mdtp.ContentComparison.Difference;
import org.gridtorrent.mdtp.ContentComparison.Group;
import org.gridtorrent.mdtp.ContentComparison.Source;
import org.gridtorrent.mdtp.FetchException.Reason;
import org.gridtorrent.mdtp.FetchStatus.Phase;
import org.gridtorrent.mdtp.checksum.Checksum;
import org.gridtorrent.mdtp.file.PartialFile;
import org.gridtorrent.mdtp.http.Replica;
import org.gridtorrent.mdtp.schedule.ByteRange;
import org.gridtorrent.mdtp.schedule.RangeScheduler;

/**
 * Fetch of one file from several replicas at once.
 *
 * <p>{@link #run} is the fetch's thread: it transfers in rounds, each with the replicas that are good as far
 * as is known, until the file is complete and verified. Requests write into the file on threads of their own;
 * one more thread syncs, and one hashes pieces. {@link #status} and {@link #stop} may be called from any
 * thread.
 */
public final class ReplicaFetch {
    /** Replicas that are asked at once; those behind them in the list take the places of failed ones. */
    static final int MAX_AT_ONCE = 32;

    private static final int THOROUGH_SAMPLES = 16;
    private static final long DIGESTED_AT_ONCE = 16L << 20;
    /** Noted of a part when its replicas were found to differ. */
    private static final String IN_DOUBT = "in doubt";

    /** Makes the scheduler of a round. */
    @FunctionalInterface
    public interface SchedulerFactory {
        /**
         * Makes it.
         *
         * @param fileLength if it is known
         * @param present ranges that are there already
         */
        RangeScheduler create(int replicas, OptionalLong fileLength, Collection<ByteRange> present);
    }

    private final FetchState state;
    private final SchedulerFactory schedulers;
    private final FetchOptions options;
    /** What is still to be tried after the checksum was found to differ. */
    private final Deque<Trial> trials = new ArrayDeque<>();
    private volatile FetchStatus status;
    private volatile boolean isStopped;

    /**
     * Choice of the replicas that have the same content.
     *
     * @param left the others, whose bytes are given up
     * @param keepsEarlier whether what an earlier fetch had from addresses that are not named now may be of
     *     the same content
     */
    private record Trial(List<ReplicaState> chosen, List<ReplicaState> left,
            boolean keepsEarlier) {}

    /** A fetch into a file that is open, and that the caller closes. */
    public ReplicaFetch(List<Replica> replicas, PartialFile file, SchedulerFactory schedulers,
            FetchOptions options) {
        if (replicas.isEmpty()) {
            throw new IllegalArgumentException("no replica");
        }
        this.schedulers = schedulers;
        this.options = options;
        state = new FetchState(replicas, file, options);
        status = state.status(Phase.FETCHING, System.nanoTime());
    }

    public FetchStatus status() {
        return status;
    }

    /** Ends {@link #run} soon with a {@link CancellationException}; what came is made safe. */
    public void stop() {
        isStopped = true;
    }

    /**
     * Fetches what is missing, verifies the file and gives it its name.
     *
     * @throws FetchException if the replicas cannot serve it, or it is not what was expected
     * @throws IOException if the file cannot be written
     */
    public FetchResult run() throws IOException, InterruptedException {
        long beganNs = System.nanoTime();
        try {
            state.lastByteNs = beganNs;
            boolean isVerified = fetch();
            long length = state.fileLength().orElseThrow();
            state.file.finish(length);
            status = state.status(Phase.DONE, System.nanoTime());
            return new FetchResult(length, state.received(), state.wasted,
                    (System.nanoTime() - beganNs) / 1e9, isVerified, checksumServer(),
                    status.replicas(), List.copyOf(state.sent));
        } catch (FetchException e) {
            rejectDoubtful(e.reason());
            keep();
            throw new FetchException(e.reason(), status.replicas(), e); // as they are in the end
        } catch (CancellationException | InterruptedException e) {
            keep();
            throw e;
        } finally {
            state.close();
        }
    }

    /** Keeps of replicas that contradict each other only what the next fetch can tell apart. */
    private void rejectDoubtful(Reason reason) throws IOException {
        if (reason == Reason.LENGTHS_DIFFER && state.earlier.isEmpty()) {
            state.rejectAll(); // little, since lengths are told at once
        } else if (reason == Reason.CONTENTS_DIFFER) {
            state.rejectShared();
            state.file.note(IN_DOUBT, "");
        }
    }

    /** Makes safe what came, for the next fetch. */
    private void keep() throws IOException {
        state.file.sync();
        status = state.status(Phase.FETCHING, System.nanoTime());
    }

    private Optional<String> checksumServer() {
        return options.verifies() || !state.isVerifiable()
                ? Optional.empty()
                : state.discovery.checksumServer();
    }

    /** Returns whether the bytes are verified. */
    private boolean fetch() throws IOException, InterruptedException {
        identify();
        while (true) {
            transfer();
            status = state.status(Phase.VERIFYING, System.nanoTime());
            Optional<Checksum> checksum = state.checksum();
            if (checksum.isEmpty()) {
                return state.pieces().map(PieceVerifier::isComplete).orElse(false);
            }
            if (hasChecksum(checksum.get())) {
                return true;
            }
            doubt();
        }
    }

    /** Requires that what an earlier fetch left is of this file, and notes what identifies this fetch. */
    private void identify() throws IOException {
        boolean isOfOther = !state.noteChecksum();
        isOfOther |= options.fileLength().isPresent() && state.file.length().isPresent()
                && !options.fileLength().equals(state.file.length());
        isOfOther |= !state.isVerifiable() && state.replicas.stream()
                .noneMatch(each -> state.hasNotedAddress(each.replica));
        if (isOfOther && !state.earlier.isEmpty()) {
            if (!state.file.hasNote(IN_DOUBT)) {
                throw state.failure(Reason.OTHER_FILE_PRESENT);
            }
            state.dropped += state.earlier.length();
            state.rejectAll();
            state.length.rejectChosen();
            state.noteChecksum();
        }
        note();
    }

    private void note() throws IOException {
        for (ReplicaState each : state.replicas) {
            state.noteAddress(each.replica);
        }
        if (state.fileLength().isPresent()) {
            state.noteLength();
        }
    }

    /** Has every byte brought by replicas that agree with each other, as far as they were compared. */
    private void transfer() throws IOException, InterruptedException {
        TransferRound.End end;
        do {
            TransferRound round = nextRound();
            end = round.run(() -> isStopped,
                    nowNs -> status = state.status(Phase.FETCHING, nowNs));
            if (end == TransferRound.End.CHOOSE_ANEW) {
                chooseByLength();
                if (round.comparison().isPresent()) {
                    chooseByContent(round.comparison().get());
                }
            }
        } while (end == TransferRound.End.CHOOSE_ANEW);
    }

    private TransferRound nextRound() throws FetchException {
        List<ReplicaState> usable = state.replicas.stream()
                .filter(each -> !each.isExcluded()).toList();
        List<ReplicaState> ranged = usable.stream()
                .filter(each -> !each.servesWholeFileOnly()).limit(MAX_AT_ONCE).toList();
        if (usable.isEmpty()) {
            throw state.failure(Reason.NO_REPLICA);
        }
        return ranged.isEmpty()
                ? new TransferRound(state, List.of(usable.getFirst()), new WholeFileScheduler(),
                        true)
                : new TransferRound(state, ranged, schedulers.create(ranged.size(),
                        state.fileLength(), state.written.ranges()), false);
    }

    /** If another length was chosen, leaves the replicas whose file is not as long, and all bytes. */
    private void chooseByLength() throws IOException {
        if (state.fileLength().isEmpty() || state.fileLength().equals(state.file.length())) {
            return;
        }
        for (ReplicaState each : state.replicas) {
            each.chooseByLength(state.fileLength().getAsLong());
        }
        state.rejectAll();
        note();
    }

    /** Leaves the replicas that have other content than most. */
    private void chooseByContent(ContentComparison compared)
            throws IOException, InterruptedException {
        if (!compared.hasDifference() || state.isVerifiable() || state.written.isEmpty()) {
            return;
        }
        for (Difference difference : compared.vote(() -> isStopped)) {
            List<Group> groups = difference.groups();
            if (groups.isEmpty()) {
                continue;
            }
            List<ReplicaState> minority = members(groups.subList(1, groups.size()));
            if (groups.size() > 1
                    && groups.get(1).members().size() == groups.getFirst().members().size()) {
                members(groups).forEach(each -> each.exclude(ReplicaStatus.State.OTHER_CONTENT));
                throw state.failure(Reason.CONTENTS_DIFFER);
            }
            for (ReplicaState each : minority) {
                leave(each);
            }
            if (groups.getFirst().answer() != difference.inFile()) {
                reject(difference);
            }
        }
    }

    private static List<ReplicaState> members(List<Group> groups) {
        return groups.stream().flatMap(group -> group.members().stream()).toList();
    }

    /** Leaves a replica, and all that came from it. */
    private void leave(ReplicaState replica) throws IOException {
        if (!replica.isExcluded()) {
            replica.exclude(ReplicaStatus.State.OTHER_CONTENT);
        }
        state.reject(replica.allBrought());
    }

    /** Gives up the bytes of a source that no replica has so. */
    private void reject(Difference difference) throws IOException {
        ByteRange range = difference.range();
        Optional<ReplicaState> replica = difference.source().replica();
        if (replica.isEmpty()) {
            state.dropEarlier(state.earlierOfOthers());
        } else if (replica.get().earlier.intersects(range.start(), range.end())) {
            if (!state.isVerifiable()) {
                throw state.failure(Reason.OTHER_FILE_PRESENT); // the file changed since
            }
            state.dropEarlier(replica.get().earlier);
        } else {
            leave(replica.get());
        }
    }

    private boolean hasChecksum(Checksum expected) throws IOException {
        MessageDigest digest = expected.type().newDigest();
        long length = state.fileLength().orElseThrow();
        for (long start = 0; start < length; start += DIGESTED_AT_ONCE) {
            state.file.digest(
                    new ByteRange(start, Math.min(length, start + DIGESTED_AT_ONCE)), digest);
            if (isStopped) {
                throw new CancellationException("stopped");
            }
        }
        return expected.matches(digest.digest());
    }

    /**
     * Looks for the source of false bytes, after the checksum was found to differ: samples of what each
     * source brought are compared with the other replicas, and the largest group of those that agree is
     * tried first. Then come the other groups and lengths. A replica that brought all of it is left.
     */
    private void doubt() throws IOException, InterruptedException {
        List<Source> sources = ContentComparison.sources(state);
        List<Difference> differences = differences();
        Optional<Difference> split = differences.stream()
                .filter(each -> each.groups().size() > 1)
                .max(Comparator.comparingInt(
                        each -> each.groups().getFirst().members().size()));
        split.ifPresent(each -> addTrials(each.groups(), differences));
        boolean isDropped = false;
        for (Difference difference : differences) {
            List<Group> groups = difference.groups();
            if (groups.size() == 1 && groups.getFirst().answer() != difference.inFile()) {
                reject(difference);
                isDropped = true;
            }
        }
        if (isDropped && split.isEmpty()) {
            return; // fetched again
        }
        if (!trials.isEmpty()) {
            tryNext();
        } else if (sources.size() == 1 && hasOthers(sources.getFirst())) {
            leave(sources.getFirst().replica().orElseThrow());
        } else if (state.length.rejectChosen()) {
            chooseByLength();
        } else {
            sources.forEach(source -> source.replica()
                    .ifPresent(each -> each.exclude(ReplicaStatus.State.OTHER_CONTENT)));
            state.rejectAll();
            throw state.failure(Reason.CHECKSUM_DIFFERS);
        }
    }

    /** Places where replicas do not have what is in the file. */
    private List<Difference> differences() throws IOException, InterruptedException {
        List<ReplicaState> asked = state.replicas.stream()
                .filter(each -> !each.isExcluded() && !each.servesWholeFileOnly())
                .limit(MAX_AT_ONCE).toList();
        ContentComparison comparison = new ContentComparison(state, asked, THOROUGH_SAMPLES,
                new LinkedBlockingQueue<>());
        comparison.await(() -> isStopped);
        return comparison.vote(() -> isStopped);
    }

    /** Has each group tried before what was to be tried until now, but one whose bytes were just verified. */
    private void addTrials(List<Group> groups, List<Difference> differences) {
        for (Group group : groups.reversed()) {
            List<ReplicaState> left = groups.stream().filter(each -> !each.equals(group))
                    .flatMap(each -> each.members().stream()).toList();
            boolean hasBroughtAll = state.earlierOfOthers().isEmpty()
                    && left.stream().allMatch(each -> each.allBrought().isEmpty());
            boolean keepsEarlier = differences.stream()
                    .filter(each -> each.source().replica().isEmpty())
                    .noneMatch(each -> group.members().stream().anyMatch(member -> each.answers()
                            .getOrDefault(member, each.inFile()) != each.inFile()));
            if (!hasBroughtAll) {
                trials.addFirst(new Trial(group.members(), left, keepsEarlier));
            }
        }
    }

    /** Leaves all replicas that differ from a group, and what came from them. */
    private void tryNext() throws IOException {
        Trial next = trials.removeFirst();
        for (ReplicaState each : next.left) {
            leave(each);
        }
        next.chosen.forEach(ReplicaState::readmit);
        if (!next.keepsEarlier) {
            state.dropEarlier(state.earlierOfOthers());
        }
    }

    /** Whether other replicas than this one may still serve the file. */
    private boolean hasOthers(Source source) {
        return source.replica().isPresent() && state.replicas.stream().anyMatch(
                each -> !each.isExcluded() && !each.equals(source.replica().get()));
    }
}
