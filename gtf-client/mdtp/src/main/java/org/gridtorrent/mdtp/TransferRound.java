package org.gridtorrent.mdtp;

import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.gridtorrent.mdtp.FetchException.Reason;
import org.gridtorrent.mdtp.FetchResult.SentRequest;
import org.gridtorrent.mdtp.http.RangeResponse;
import org.gridtorrent.mdtp.http.Replica;
import org.gridtorrent.mdtp.http.ReplicaFault;
import org.gridtorrent.mdtp.metalink.Metalink;
import org.gridtorrent.mdtp.schedule.ByteRange;
import org.gridtorrent.mdtp.schedule.RangeScheduler;
import org.gridtorrent.mdtp.schedule.RangeScheduler.Action;
import org.gridtorrent.mdtp.schedule.RangeScheduler.Event;

/**
 * Transfer of what is missing by one scheduler, from the replicas that it was made for.
 *
 * <p>Tells the scheduler what requests bring, and carries out what it decides. Ends when every byte is there
 * and checked as far as it can be, or when the replicas have to be chosen anew. Confined to the fetch's
 * thread.
 */
final class TransferRound {
    private static final long TICK_NS = RangeScheduler.TICK.toNanos();
    private static final long SYNC_NS = Duration.ofMillis(500).toNanos();
    private static final int SAMPLES_OF_SOURCE = 2;
    /** Time after which a replica that has not answered is not waited for in the end. */
    private static final long LATE_NS = Duration.ofSeconds(2).toNanos();
    /** How often a piece may be false for each replica. */
    private static final int MAX_FALSE = 3;
    /** Length that no file has, when none is known to be right. */
    private static final long NO_LENGTH = -1;

    /** Why a round ended. */
    enum End {
        COMPLETE,
        /** Another length was chosen, a replica was found false, or those that are left serve no ranges. */
        CHOOSE_ANEW
    }

    private final FetchState fetch;
    private final List<ReplicaState> asked;
    private final RangeScheduler scheduler;
    private final boolean isWholeFile;
    private final Map<Integer, OpenRequest> open = new HashMap<>();
    /** Bytes that were there when it began. */
    private final long presentBytes;
    private Optional<ContentComparison> comparison = Optional.empty();
    private long beganNs;
    private boolean isComparedLast;
    private boolean mustChooseAnew;

    /**
     * @param asked the scheduler's replicas, in the order of its numbers
     * @param isWholeFile whether the first of them is asked for the whole file, without ranges
     */
    TransferRound(FetchState fetch, List<ReplicaState> asked, RangeScheduler scheduler,
            boolean isWholeFile) {
        this.fetch = fetch;
        this.asked = asked;
        this.scheduler = scheduler;
        this.isWholeFile = isWholeFile;
        presentBytes = fetch.written.length();
    }

    /** The comparison of the replicas' contents that this round began, since nothing else verifies them. */
    Optional<ContentComparison> comparison() {
        return comparison;
    }

    /** Runs it; throws {@link CancellationException} soon after it was stopped. */
    End run(BooleanSupplier isStopped, StatusListener listener)
            throws IOException, InterruptedException {
        BackgroundSync sync = new BackgroundSync(fetch.file);
        try {
            beganNs = System.nanoTime();
            long nextTickNs = beganNs + TICK_NS;
            long nextSyncNs = beganNs + SYNC_NS;
            asked.forEach(ReplicaState::begin);
            carryOut(scheduler.start(beganNs));
            while (!mustChooseAnew && !isComplete()) {
                FetchMessage message = fetch.messages.poll(nextTickNs - System.nanoTime(),
                        TimeUnit.NANOSECONDS);
                long nowNs = System.nanoTime();
                if (message != null) {
                    handle(message, nowNs);
                }
                if (isStopped.getAsBoolean()) {
                    throw new CancellationException("stopped");
                }
                if (nowNs - nextTickNs >= 0) {
                    nextTickNs = nowNs + TICK_NS;
                    tick(nowNs);
                    listener.changed(nowNs);
                }
                if (nowNs - nextSyncNs >= 0) {
                    nextSyncNs = nowNs + SYNC_NS;
                    sync.begin();
                }
            }
            sync.await();
            requireLengthDecided();
            return mustChooseAnew ? End.CHOOSE_ANEW : End.COMPLETE;
        } finally {
            closeRequests();
        }
    }

    /** Told of progress about ten times a second. */
    interface StatusListener {
        void changed(long nowNs);
    }

    private void closeRequests() {
        comparison.filter(all -> !all.isComplete()).ifPresent(ContentComparison::cancel);
        for (OpenRequest request : List.copyOf(open.values())) {
            request.replica.ended();
            long writtenTo = close(request);
            if (writtenTo > request.position) { // the next scheduler is told of it
                request.replica.received(writtenTo - request.position, System.nanoTime());
                fetch.arrived(request.replica, request.position, writtenTo);
            }
        }
    }

    private boolean isComplete() {
        return fetch.pieces().map(PieceVerifier::isIdle).orElse(true)
                && isCompared();
    }

    /** Compares those, too, that answered after the comparison began, or have not answered yet. */
    private boolean isCompared() {
        if (!scheduler.isComplete() || fetch.isVerifiable()) {
            return scheduler.isComplete();
        }
        if (!isComparedLast) {
            isComparedLast = true;
            boolean isLate = System.nanoTime() - beganNs > LATE_NS;
            List<ReplicaState> all = asked.stream()
                    .filter(each -> each.isAskable() && !(isLate && each.isAwaited())).toList();
            if (comparison.filter(each -> each.covers(all)).isEmpty()) {
                comparison.ifPresent(ContentComparison::cancel);
                compare(all);
            }
        }
        comparison.ifPresent(all -> all.hasten(System.nanoTime()));
        mustChooseAnew |= hasComparedDifference();
        return comparison.map(ContentComparison::isComplete).orElse(true);
    }

    private boolean hasComparedDifference() {
        return comparison.filter(all -> all.isComplete() && all.hasDifference()).isPresent();
    }

    private void compare(List<ReplicaState> replicas) {
        comparison = Optional.of(
                new ContentComparison(fetch, replicas, SAMPLES_OF_SOURCE, fetch.messages));
    }

    private void tick(long nowNs) throws FetchException {
        requireLengthDecided();
        requireProgress(nowNs);
        if (!fetch.file.isDiskFull()) { // or silence would be taken for a stall
            carryOut(scheduler.tick(nowNs));
        }
        comparison.ifPresent(all -> all.tick(nowNs));
        if (comparison.isEmpty() && !fetch.isVerifiable() && fetch.fileLength().isPresent()) {
            long missingBefore = fetch.fileLength().getAsLong() - presentBytes;
            List<ReplicaState> answering = asked.stream()
                    .filter(each -> each.isAskable() && !each.isAwaited()).toList();
            boolean areComparable = answering.size() > (fetch.earlier.isEmpty() ? 1 : 0);
            if (areComparable
                    && fetch.written.length() - presentBytes > comparedPart(missingBefore)) {
                compare(answering);
            }
        }
    }

    /** Bytes that are awaited before the replicas are compared, so that those have a part that answer late. */
    private long comparedPart(long missing) {
        return asked.stream().anyMatch(ReplicaState::isAwaited) ? missing / 2 : missing / 4;
    }

    /** Without a known length, a majority decides on it as soon as every replica has answered or failed. */
    private void requireLengthDecided() throws FetchException {
        if (!fetch.length.isTied() || asked.stream().anyMatch(ReplicaState::isAwaited)) {
            return;
        }
        if (fetch.length.isEarlierOneRefuted()) {
            throw fetch.failure(Reason.OTHER_FILE_PRESENT);
        }
        if (fetch.checksum().isEmpty()) {
            fetch.replicas.forEach(each -> each.chooseByLength(NO_LENGTH));
            throw fetch.failure(Reason.LENGTHS_DIFFER);
        }
    }

    private void requireProgress(long nowNs) throws FetchException {
        if (asked.stream().allMatch(state -> state.isExcluded() || isReserve(state)
                || state.isUnknownHost())) {
            asked.stream().filter(ReplicaState::isUnknownHost).forEach(ReplicaState::giveUp);
            mustChooseAnew = true;
        }
        if (fetch.file.isDiskFull() || scheduler.isComplete()) {
            fetch.lastByteNs = nowNs;
        }
        if (nowNs - fetch.lastByteNs <= fetch.options.patience().toNanos()) {
            return;
        }
        asked.stream().filter(state -> !isReserve(state)).forEach(ReplicaState::giveUp);
        if (fetch.replicas.stream().noneMatch(each -> isReserve(each) || isUnasked(each))) {
            throw fetch.failure(fetch.received() == 0 ? Reason.NO_REPLICA : Reason.NO_PROGRESS);
        }
        fetch.lastByteNs = nowNs;
        mustChooseAnew = true;
    }

    private boolean isReserve(ReplicaState state) {
        return !isWholeFile && state.servesWholeFileOnly() && !state.isExcluded();
    }

    private boolean isUnasked(ReplicaState state) {
        return !asked.contains(state) && !state.isExcluded();
    }

    private void carryOut(List<Action> actions) {
        for (Action action : actions) {
            OpenRequest request = open.get(action.request());
            switch (action) {
                case Action.Send send -> send(send);
                case Action.Shorten shorten -> {
                    if (request != null) {
                        request.shorten(shorten.end());
                    }
                }
                case Action.Cancel _ -> {
                    if (request != null) {
                        giveUp(request);
                    }
                }
            }
        }
    }

    private void send(Action.Send send) {
        ReplicaState state = asked.get(send.replica());
        OpenRequest request = new OpenRequest(send.request(), state, send.range(),
                fetch.file.writer(send.range(), state.replica.uri().toString()),
                fetch.messages::add);
        state.sent(send.request());
        open.put(send.request(), request);
        request.send(isWholeFile);
    }

    private void giveUp(OpenRequest request) {
        request.replica.ended();
        end(request);
    }

    private void end(OpenRequest request) {
        long writtenTo = close(request);
        if (writtenTo > request.position) {
            request.replica.receivedLate(writtenTo - request.position);
            fetch.writtenLate(request.replica, request.position, writtenTo);
        }
    }

    /** Returns up to which offset bytes were written, those too that this thread was not told of. */
    private long close(OpenRequest request) {
        open.remove(request.number);
        if (request.position > request.range.start()) {
            fetch.sent.add(new SentRequest(fetch.replicas.indexOf(request.replica),
                    new ByteRange(request.range.start(), request.position)));
        }
        return request.close();
    }

    private void handle(FetchMessage message, long nowNs) throws IOException {
        switch (message) {
            case FetchMessage.OfRequest told -> {
                if (open.get(told.request().number) == told.request()) { // not given up meanwhile
                    handle(told, told.request(), nowNs);
                }
            }
            case FetchMessage.PieceHashed hashed -> hashed(hashed, nowNs);
            case FetchMessage.SampleEnded ended -> {
                if (comparison.isPresent()) {
                    comparison.get().ended(ended.sample(), nowNs);
                    mustChooseAnew |= hasComparedDifference();
                }
            }
            case FetchMessage.Described described -> mustChooseAnew |= fetch.discover(described);
            case FetchMessage.DiskFailed failed -> throw failed.cause();
        }
    }

    private void handle(FetchMessage.OfRequest message, OpenRequest request, long nowNs)
            throws IOException {
        switch (message) {
            case FetchMessage.Started started -> started(request, started.response(), nowNs);
            case FetchMessage.Received received -> received(request, received.count(), nowNs);
            case FetchMessage.Completed _ -> completed(request, nowNs);
            case FetchMessage.Unsatisfiable unsatisfiable -> {
                if (agreesOnLength(request.replica, unsatisfiable.fileLength())) {
                    request.replica.ended();
                    end(request);
                    tell(new Event.RangeUnsatisfiable(request.number,
                            unsatisfiable.fileLength()), nowNs);
                } else {
                    exclude(request.replica, ReplicaStatus.State.OTHER_LENGTH, nowNs);
                }
            }
            case FetchMessage.Failed failed -> failed(request, failed.fault(), nowNs);
        }
    }

    private void tell(Event event, long nowNs) {
        carryOut(scheduler.handle(event, nowNs));
    }

    private void started(OpenRequest request, RangeResponse response, long nowNs)
            throws IOException {
        ReplicaState state = request.replica;
        OptionalLong length = response.fileLength();
        requireNoMetalink(response);
        mustChooseAnew |= fetch.discover(state, response);
        if (length.isEmpty() && !isWholeFile) {
            exclude(state, ReplicaStatus.State.FAILED, nowNs);
        } else if (length.isPresent() && !agreesOnLength(state, length.getAsLong())) {
            exclude(state, ReplicaStatus.State.OTHER_LENGTH, nowNs);
        } else {
            requireSameVersion(state.replica);
            state.started();
            length.ifPresent(known -> tell(new Event.ResponseStarted(request.number, known),
                    nowNs));
        }
    }

    private void requireNoMetalink(RangeResponse response) throws FetchException {
        if (response.mediaType().equals(Optional.of(Metalink.MEDIA_TYPE))
                && !fetch.options.verifies() && fetch.options.fileLength().isEmpty()) {
            throw fetch.failure(Reason.METALINK);
        }
    }

    /** What an earlier fetch left may be of an older version; a checksum would tell. */
    private void requireSameVersion(Replica replica) throws IOException {
        Optional<Replica.Validator> validator = replica.validator();
        if (validator.isPresent()
                && !fetch.file.note(replica.uri() + " " + validator.get().server(),
                        validator.get().value())
                && !fetch.earlier.isEmpty() && !fetch.isVerifiable()) {
            throw fetch.failure(Reason.OTHER_FILE_PRESENT);
        }
    }

    private boolean agreesOnLength(ReplicaState state, long length) throws IOException {
        boolean isFirst = fetch.fileLength().isEmpty();
        state.saidLength(length);
        LengthVote.Outcome outcome = fetch.length.vote(fetch.replicas.indexOf(state), length);
        if (isFirst) {
            fetch.noteLength();
        }
        mustChooseAnew |= outcome == LengthVote.Outcome.CHOSEN_ANEW;
        return outcome == LengthVote.Outcome.AGREES;
    }

    private void completed(OpenRequest request, long nowNs) throws IOException {
        if (isWholeFile && !agreesOnLength(request.replica, request.position)) {
            exclude(request.replica, ReplicaStatus.State.OTHER_LENGTH, nowNs);
            return;
        }
        request.replica.ended();
        end(request);
        tell(new Event.RequestCompleted(request.number), nowNs);
    }

    /**
     * Ends a replica's part in the fetch. What its open responses brought is kept only where pieces are
     * verified: of a file of another or an unknown length nothing is.
     */
    private void exclude(ReplicaState state, ReplicaStatus.State why, long nowNs)
            throws IOException {
        state.exclude(why);
        for (OpenRequest request : List.copyOf(open.values())) {
            if (request.replica.equals(state)) {
                giveUp(request);
                Optional<ByteRange> written = request.written();
                if (why != ReplicaStatus.State.OTHER_CONTENT && written.isPresent()) {
                    mustChooseAnew |= fetch.reject(written.get()) > 0;
                }
                tell(new Event.RequestFailed(request.number, Event.RequestFailed.FOREVER), nowNs);
            }
        }
        state.lastRequest().ifPresent(number -> tell(
                new Event.RequestFailed(number, Event.RequestFailed.FOREVER), nowNs));
    }

    private void received(OpenRequest request, int count, long nowNs) {
        long start = request.position;
        request.position += count;
        request.replica.received(count, nowNs);
        if (fetch.arrived(request.replica, start, request.position) > 0) {
            fetch.lastByteNs = nowNs;
        }
        tell(new Event.BytesReceived(request.number, count), nowNs);
    }

    private void failed(OpenRequest request, ReplicaFault fault, long nowNs) {
        boolean hasOthers = request.replica.underWay() > 1;
        Duration pause = request.replica.failed(fault);
        end(request);
        tell(switch (fault.code()) {
            case TOO_MANY_CONNECTIONS -> hasOthers
                    ? new Event.TooManyConnections(request.number, request.replica.underWay())
                    : new Event.Busy(request.number, pause);
            case BUSY -> new Event.Busy(request.number, pause);
            default -> new Event.RequestFailed(request.number, pause);
        }, nowNs);
    }

    /** Has a false piece fetched again, and leaves replicas that are known to have brought it. */
    private void hashed(FetchMessage.PieceHashed hashed, long nowNs) throws IOException {
        Optional<PieceVerifier> pieces = fetch.pieces();
        int number = hashed.piece();
        if (pieces.isEmpty()) {
            return; // of a length that was found false
        }
        if (pieces.get().isFalse(hashed)) {
            reject(number, pieces.get().range(number), nowNs);
        } else if (pieces.get().isVerified(number)) {
            for (ReplicaState guilty : fetch.falsePieces.corrected(number)) {
                exclude(guilty, ReplicaStatus.State.OTHER_CONTENT, nowNs);
            }
        }
    }

    private void reject(int number, ByteRange piece, long nowNs) throws IOException {
        List<ReplicaState> sources = FalsePieces.sources(piece, fetch.replicas);
        Optional<ReplicaState> guilty = FalsePieces.soleSource(piece, sources);
        if (fetch.falsePieces.found(number, piece, sources) > MAX_FALSE * fetch.replicas.size()) {
            throw fetch.failure(Reason.CONTENTS_DIFFER);
        }
        fetch.reject(piece);
        List<Integer> avoided = requestsOfOthers(nextSource(sources));
        if (avoided.isEmpty()) {
            mustChooseAnew = true; // the next scheduler knows that the bytes are missing
        } else {
            tell(new Event.BytesRejected(avoided, piece), nowNs);
        }
        if (guilty.isPresent()) {
            exclude(guilty.get(), ReplicaStatus.State.OTHER_CONTENT, nowNs);
        }
    }

    /**
     * The replica that is to bring a false piece, alone: so it is known to be false itself if the piece is
     * false again, and the others' parts can be compared with it if it is true. The fastest that had no part
     * in it, or else the fastest.
     */
    private ReplicaState nextSource(List<ReplicaState> sources) {
        return asked.stream().filter(state -> !state.isExcluded())
                .max(Comparator.comparing((ReplicaState state) -> !sources.contains(state))
                        .thenComparingLong(ReplicaState::bytes))
                .orElseGet(asked::getFirst);
    }

    /** A request of each replica but this one; its own if there is no other. */
    private List<Integer> requestsOfOthers(ReplicaState one) {
        List<Integer> others = asked.stream().filter(state -> !state.equals(one))
                .flatMap(state -> state.lastRequest().stream().boxed()).toList();
        return others.isEmpty() ? one.lastRequest().stream().boxed().toList() : others;
    }
}
