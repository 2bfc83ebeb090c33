package org.gridtorrent.mdtp;

import java.io.IOException;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.mdtp.FetchException.Reason;
import org.gridtorrent.mdtp.FetchResult.SentRequest;
import org.gridtorrent.mdtp.FetchStatus.Phase;
import org.gridtorrent.mdtp.ReplicaTransfer.Message;
import org.gridtorrent.mdtp.file.PartialFile;
import org.gridtorrent.mdtp.file.RangeWriter;
import org.gridtorrent.mdtp.http.RangeExchange;
import org.gridtorrent.mdtp.http.RangeResponse;
import org.gridtorrent.mdtp.http.Replica;
import org.gridtorrent.mdtp.http.ReplicaFault;
import org.gridtorrent.mdtp.schedule.ByteRange;
import org.gridtorrent.mdtp.schedule.RangeScheduler;
import org.gridtorrent.mdtp.schedule.RangeScheduler.Action;
import org.gridtorrent.mdtp.schedule.RangeScheduler.Event;
import org.gridtorrent.mdtp.schedule.RangeSet;

/**
 * Fetch of one file from several replicas at once.
 *
 * <p>{@link #run} is the fetch's thread: it takes what requests bring, tells the scheduler, and carries out
 * what the scheduler decides. Requests write into the file on threads of their own; one more thread syncs.
 * {@link #status} may be called from any thread.
 */
public final class ReplicaFetch {
    private static final long TICK_NS = RangeScheduler.TICK.toNanos();
    private static final long SYNC_NS = Duration.ofSeconds(1).toNanos();

    /** Makes the scheduler of a fetch. */
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

    /** A request that is under way. */
    private static final class OpenRequest {
        final int replica;
        final ByteRange range;
        final RangeWriter writer;
        final RangeExchange exchange;
        long position;

        OpenRequest(int replica, ByteRange range, RangeWriter writer, RangeExchange exchange) {
            this.replica = replica;
            this.range = range;
            this.writer = writer;
            this.exchange = exchange;
            position = range.start();
        }
    }

    private final List<ReplicaState> replicas;
    private final PartialFile file;
    private final FetchOptions options;
    private final BlockingQueue<Message> messages = new LinkedBlockingQueue<>();
    private final Map<Integer, OpenRequest> open = new HashMap<>();
    private final List<SentRequest> sent = new ArrayList<>();
    private final RangeSet written = new RangeSet();
    private final RangeScheduler scheduler;
    private Optional<PieceCheck> pieceCheck = Optional.empty();
    private OptionalLong fileLength;
    private long wasted;
    private long lastByteNs;
    private volatile FetchStatus status;
    private volatile boolean isStopped;

    /** A fetch into a file that is open, and that the caller closes. */
    public ReplicaFetch(List<Replica> replicas, PartialFile file, SchedulerFactory schedulers,
            FetchOptions options) {
        if (replicas.isEmpty()) {
            throw new IllegalArgumentException("no replica");
        }
        this.replicas = replicas.stream().map(ReplicaState::new).toList();
        this.file = file;
        this.options = options;
        fileLength = options.fileLength().isPresent() ? options.fileLength() : file.length();
        file.present().forEach(range -> written.add(range.start(), range.end()));
        scheduler = schedulers.create(replicas.size(), fileLength, file.present());
        status = status(Phase.FETCHING, System.nanoTime());
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
        lastByteNs = beganNs;
        requireEarlierFetchIsOfThisFile();
        try {
            transfer(beganNs);
        } finally {
            open.values().forEach(request -> request.exchange.cancel());
            open.values().forEach(request -> request.writer.close());
            file.sync();
        }
        status = status(Phase.VERIFYING, System.nanoTime());
        boolean isVerified = verify();
        file.finish(fileLength.orElseThrow());
        status = status(Phase.DONE, System.nanoTime());
        return new FetchResult(fileLength.orElseThrow(), received(), wasted,
                (System.nanoTime() - beganNs) / 1e9, isVerified, status.replicas(),
                List.copyOf(sent));
    }

    private void requireEarlierFetchIsOfThisFile() throws IOException {
        OptionalLong before = file.length();
        if (before.isPresent() && !before.equals(fileLength)) {
            throw failure(Reason.OTHER_FILE_PRESENT);
        }
        noteLength();
    }

    private void noteLength() throws IOException {
        if (fileLength.isPresent()) {
            file.setLength(fileLength.getAsLong());
            pieceCheck = options.pieces().filter(pieces -> pieces.covers(fileLength.getAsLong()))
                    .map(pieces -> new PieceCheck(pieces, file, fileLength.getAsLong()));
        }
    }

    private void transfer(long beganNs) throws IOException, InterruptedException {
        long nextTickNs = beganNs + TICK_NS;
        long nextSyncNs = beganNs + SYNC_NS;
        BackgroundSync sync = new BackgroundSync(file);
        carryOut(scheduler.start(beganNs));
        while (!scheduler.isComplete()) {
            Message message = messages.poll(nextTickNs - System.nanoTime(), TimeUnit.NANOSECONDS);
            long nowNs = System.nanoTime();
            if (message != null) {
                handle(message, nowNs);
            }
            if (isStopped) {
                throw new CancellationException("stopped");
            }
            if (nowNs >= nextTickNs) {
                nextTickNs = nowNs + TICK_NS;
                status = status(Phase.FETCHING, nowNs);
                requireProgress(nowNs);
                carryOut(scheduler.tick(nowNs));
            }
            if (nowNs >= nextSyncNs) {
                nextSyncNs = nowNs + SYNC_NS;
                sync.begin();
            }
        }
        sync.await();
    }

    private void requireProgress(long nowNs) throws FetchException {
        if (replicas.stream().allMatch(ReplicaState::isExcluded)) {
            throw failure(Reason.NO_REPLICA);
        }
        if (file.isDiskFull()) {
            lastByteNs = nowNs;
        }
        if (nowNs - lastByteNs > options.patience().toNanos()) {
            throw failure(received() == 0 ? Reason.NO_REPLICA : Reason.NO_PROGRESS);
        }
    }

    private FetchException failure(Reason reason) {
        return new FetchException(reason, status(Phase.FETCHING, System.nanoTime()).replicas());
    }

    private long received() {
        return replicas.stream().mapToLong(ReplicaState::bytes).sum();
    }

    private void carryOut(List<Action> actions) {
        for (Action action : actions) {
            switch (action) {
                case Action.Send send -> send(send);
                case Action.Shorten shorten -> shorten(shorten);
                case Action.Cancel cancel -> end(cancel.request(), true);
            }
        }
    }

    private void send(Action.Send send) {
        ReplicaState state = replicas.get(send.replica());
        RangeWriter writer = file.writer(send.range().start());
        ReplicaTransfer transfer = new ReplicaTransfer(send.request(), writer, messages::add);
        state.sent(send.request());
        open.put(send.request(), new OpenRequest(send.replica(), send.range(), writer,
                state.replica.get(send.range(), transfer)));
    }

    private void shorten(Action.Shorten shorten) {
        OpenRequest request = open.get(shorten.request());
        if (request != null) {
            request.exchange.shorten(shorten.end());
        }
    }

    private void end(int number, boolean isCancelled) {
        OpenRequest request = open.remove(number);
        if (request == null) {
            return;
        }
        if (isCancelled) {
            request.exchange.cancel();
            replicas.get(request.replica).ended();
        }
        request.writer.close();
        if (request.position > request.range.start()) {
            sent.add(new SentRequest(request.replica,
                    new ByteRange(request.range.start(), request.position)));
        }
    }

    private void handle(Message message, long nowNs) throws IOException {
        OpenRequest request = open.get(message.request());
        if (request == null) {
            return; // given up meanwhile
        }
        ReplicaState state = replicas.get(request.replica);
        switch (message) {
            case Message.Started started ->
                started(message.request(), request.replica, started.response(), nowNs);
            case Message.Received received ->
                received(message.request(), request, received.count(), nowNs);
            case Message.Completed completed -> {
                state.ended();
                end(message.request(), false);
                tell(new Event.RequestCompleted(message.request()), nowNs);
            }
            case Message.Unsatisfiable unsatisfiable -> {
                state.ended();
                end(message.request(), false);
                if (agreesOnLength(state, unsatisfiable.fileLength())) {
                    tell(new Event.RangeUnsatisfiable(message.request(),
                            unsatisfiable.fileLength()), nowNs);
                } else {
                    tell(new Event.RequestFailed(message.request(), Event.RequestFailed.FOREVER),
                            nowNs);
                    exclude(request.replica, ReplicaStatus.State.OTHER_LENGTH, nowNs);
                }
            }
            case Message.Failed failed -> failed(message.request(), state, failed.fault(), nowNs);
            case Message.WriteFailed failed -> throw failed.cause();
        }
    }

    private void tell(Event event, long nowNs) {
        carryOut(scheduler.handle(event, nowNs));
    }

    private void started(int number, int replica, RangeResponse response, long nowNs)
            throws IOException {
        ReplicaState state = replicas.get(replica);
        if (response.fileLength().isEmpty()) {
            exclude(replica, ReplicaStatus.State.FAILED, nowNs);
            return;
        }
        if (!agreesOnLength(state, response.fileLength().getAsLong())) {
            exclude(replica, ReplicaStatus.State.OTHER_LENGTH, nowNs);
            return;
        }
        Optional<Replica.Validator> validator = state.replica.validator();
        if (validator.isPresent() && !file.noteValidator(
                state.replica.uri() + " " + validator.get().server(), validator.get().value())) {
            throw failure(Reason.OTHER_FILE_PRESENT);
        }
        state.started();
        tell(new Event.ResponseStarted(number, response.fileLength().getAsLong()), nowNs);
    }

    /** Compares the length of the replica's file with the known one; the first response sets it. */
    private boolean agreesOnLength(ReplicaState state, long length) throws IOException {
        state.saidLength(length);
        if (fileLength.isEmpty()) {
            fileLength = OptionalLong.of(length);
            noteLength();
        }
        boolean agrees = fileLength.getAsLong() == length;
        if (!agrees && options.fileLength().isEmpty() && options.checksum().isEmpty()
                && replicas.stream().filter(other -> !other.isExcluded()).count() <= 2) {
            state.exclude(ReplicaStatus.State.OTHER_LENGTH);
            throw failure(Reason.LENGTHS_DIFFER);
        }
        return agrees;
    }

    /** Ends a replica's part in the fetch. */
    private void exclude(int replica, ReplicaStatus.State why, long nowNs) {
        ReplicaState state = replicas.get(replica);
        state.exclude(why);
        List<Integer> requests = open.entrySet().stream()
                .filter(entry -> entry.getValue().replica == replica).map(Map.Entry::getKey)
                .toList();
        for (int request : requests) {
            end(request, true);
            tell(new Event.RequestFailed(request, Event.RequestFailed.FOREVER), nowNs);
        }
        tell(new Event.RequestFailed(state.lastRequest(), Event.RequestFailed.FOREVER), nowNs);
    }

    private void received(int number, OpenRequest request, int count, long nowNs)
            throws IOException {
        long start = request.position;
        request.position += count;
        lastByteNs = nowNs;
        replicas.get(request.replica).received(start, request.position, nowNs);
        wasted += count - written.add(start, request.position);
        tell(new Event.BytesReceived(number, count), nowNs);
        if (pieceCheck.isPresent()) {
            for (ByteRange corrupt : pieceCheck.get()
                    .check(new ByteRange(start, start + count), written)) {
                reject(corrupt, number, request.replica, nowNs);
            }
        }
    }

    /** Has a false piece fetched again, and leaves the replica if it alone brought it. */
    private void reject(ByteRange piece, int number, int replica, long nowNs) throws IOException {
        boolean isAlone = replicas.get(replica).brought.contains(piece.start(), piece.end());
        file.reject(piece);
        written.remove(piece.start(), piece.end());
        wasted += piece.length();
        for (ReplicaState state : replicas) {
            state.brought.remove(piece.start(), piece.end());
        }
        tell(new Event.BytesRejected(number, piece), nowNs);
        if (isAlone) {
            exclude(replica, ReplicaStatus.State.OTHER_CONTENT, nowNs);
        }
    }

    private void failed(int number, ReplicaState state, ReplicaFault fault, long nowNs) {
        boolean hasOthers = state.underWay() > 1;
        Duration pause = state.failed(fault);
        end(number, false);
        tell(fault.code() == ReplicaFault.Code.TOO_MANY_CONNECTIONS && hasOthers
                ? new Event.TooManyConnections(number, state.underWay())
                : new Event.RequestFailed(number, pause), nowNs);
    }

    private boolean verify() throws IOException {
        if (options.checksum().isPresent()) {
            MessageDigest digest = PieceCheck.digest(options.checksum().get().algorithm());
            if (fileLength.orElseThrow() > 0) {
                file.digest(new ByteRange(0, fileLength.orElseThrow()), digest);
            }
            if (!HexFormat.of().formatHex(digest.digest()).equals(options.checksum().get().hex())) {
                file.clear();
                throw failure(Reason.CHECKSUM_DIFFERS);
            }
            return true;
        }
        return pieceCheck.isPresent() && arePiecesGood();
    }

    /** Checks the pieces that an earlier fetch left unchecked. */
    private boolean arePiecesGood() throws IOException {
        ByteRange whole = new ByteRange(0, fileLength.orElseThrow());
        List<ByteRange> corrupt = pieceCheck.orElseThrow().check(whole, written);
        for (ByteRange piece : corrupt) {
            file.reject(piece);
        }
        if (!corrupt.isEmpty()) {
            throw failure(Reason.CHECKSUM_DIFFERS);
        }
        return true;
    }

    private FetchStatus status(Phase phase, long nowNs) {
        return new FetchStatus(phase, fileLength, written.length(), wasted, file.isDiskFull(),
                replicas.stream().map(state -> state.status(nowNs)).toList());
    }
}
