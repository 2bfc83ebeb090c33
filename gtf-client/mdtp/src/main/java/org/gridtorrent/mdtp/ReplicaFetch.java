package org.gridtorrent.mdtp;

import java.io.IOException;
import java.security.MessageDigest;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CancellationException;
import org.gridtorrent.mdtp.ContentComparison.Source;
import org.gridtorrent.mdtp.FetchException.Reason;
import org.gridtorrent.mdtp.FetchStatus.Phase;
import org.gridtorrent.mdtp.checksum.Checksum;
import org.gridtorrent.mdtp.file.PartialFile;
import org.gridtorrent.mdtp.http.Replica;
import org.gridtorrent.mdtp.schedule.ByteRange;
import org.gridtorrent.mdtp.schedule.RangeScheduler;
import org.gridtorrent.mdtp.schedule.RangeSet;

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
    /** Groups of sources whose content is still to be tried, after the checksum was found to differ. */
    private final Deque<List<Source>> trials = new ArrayDeque<>();
    private Optional<ContentComparison> comparison = Optional.empty();
    /** Whether the sources of this length were compared after the checksum was found to differ. */
    private boolean isCompared;
    private volatile FetchStatus status;
    private volatile boolean isStopped;

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
            keep();
            throw new FetchException(e.reason(), status.replicas(), e); // as they are in the end
        } catch (CancellationException | InterruptedException e) {
            keep();
            throw e;
        } finally {
            state.close();
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
            throw state.failure(Reason.OTHER_FILE_PRESENT);
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
            comparison = Optional.empty();
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
                        true, comparison)
                : new TransferRound(state, ranged, schedulers.create(ranged.size(),
                        state.fileLength(), state.written.ranges()), false, comparison);
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

    /** Leaves the replicas that have other content than the largest group of sources. */
    private void chooseByContent(ContentComparison compared) throws IOException {
        if (!compared.hasDifference()) {
            return;
        }
        List<List<Source>> groups = compared.groups();
        if (state.checksum().isPresent()) {
            trials.addAll(groups);
            tryNextGroup();
            return;
        }
        List<Source> largest = groups.getFirst();
        if (groups.size() == 1 || groups.get(1).size() == largest.size()) {
            throw state.failure(Reason.CONTENTS_DIFFER);
        }
        for (Source source : compared.sources()) {
            if (!largest.contains(source) && compared.differs(source, largest)) {
                leave(source);
            }
        }
    }

    private void leave(Source source) throws IOException {
        if (source.replica().isEmpty()) {
            throw state.failure(Reason.OTHER_FILE_PRESENT);
        }
        source.replica().get().exclude(ReplicaStatus.State.OTHER_CONTENT);
        rejectAll(source.brought());
    }

    private void rejectAll(RangeSet bytes) throws IOException {
        for (ByteRange range : bytes.ranges()) {
            state.reject(range);
        }
    }

    /** Leaves all replicas but one group's, and what the others brought. */
    private void tryNextGroup() throws IOException {
        List<Source> group = trials.removeFirst();
        RangeSet kept = new RangeSet();
        group.forEach(source -> kept.addAll(source.brought()));
        for (ReplicaState each : state.replicas) {
            if (group.stream().anyMatch(source -> source.replica().equals(Optional.of(each)))) {
                each.readmit();
            } else if (!each.isExcluded()) {
                each.exclude(ReplicaStatus.State.OTHER_CONTENT);
                kept.removeAll(each.brought, 0, Long.MAX_VALUE);
            }
        }
        RangeSet lost = new RangeSet();
        lost.addAll(state.written);
        lost.removeAll(kept, 0, Long.MAX_VALUE);
        rejectAll(lost);
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
     * Looks for the source of false bytes, after the checksum was found to differ: by more samples, then by
     * trying each group of sources, then the other lengths. A replica that brought all of it is left.
     */
    private void doubt() throws IOException {
        List<Source> sources = ContentComparison.sources(state);
        if (!trials.isEmpty()) {
            tryNextGroup();
        } else if (!isCompared && sources.size() > 1) {
            isCompared = true;
            comparison = Optional.of(new ContentComparison(sources, THOROUGH_SAMPLES, state.file,
                    state.fileLength().orElseThrow(), state.messages::add));
        } else if (sources.size() == 1 && hasOthers(sources.getFirst())) {
            leave(sources.getFirst());
        } else if (state.length.rejectChosen()) {
            isCompared = false;
            chooseByLength();
        } else {
            state.rejectAll();
            throw state.failure(Reason.CHECKSUM_DIFFERS);
        }
    }

    /** Whether other replicas than this one may still serve the file. */
    private boolean hasOthers(Source source) {
        return source.replica().isPresent() && state.replicas.stream().anyMatch(
                each -> !each.isExcluded() && !each.equals(source.replica().get()));
    }
}
