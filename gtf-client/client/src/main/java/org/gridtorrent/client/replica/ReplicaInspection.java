package org.gridtorrent.client.replica;

import java.net.URI;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.random.RandomGenerator;
import org.gridtorrent.client.replica.RangeRequest.Outcome;
import org.gridtorrent.client.tracker.ReplicaReport;
import org.gridtorrent.client.tracker.ReplicaReport.Problem;
import org.gridtorrent.mdtp.http.AddressPolicy;
import org.gridtorrent.mdtp.http.Replica;
import org.gridtorrent.mdtp.http.ReplicaClient;
import org.gridtorrent.mdtp.http.ReplicaFault;
import org.gridtorrent.mdtp.http.ReplicaUri;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoFile;
import org.gridtorrent.metainfo.WebSeedUri;

/**
 * One check of a replica: the length of every file, and pieces drawn at random against their hashes.
 *
 * <p>Files without bytes and padding are not asked for. One request is under way at a time. What fails for the
 * moment is tried again three times, after pauses that double. Blocks its thread; used once.
 */
final class ReplicaInspection {
    private static final int MAX_PIECES = 32;
    private static final long MAX_SAMPLE = 64L << 20;
    private static final int MAX_ATTEMPTS = 4;
    private static final Duration REQUEST_DEADLINE = Duration.ofMinutes(10);
    private static final Duration MAX_RETRY_AFTER = Duration.ofMinutes(2);

    private final ReplicaClient client;
    private final AddressPolicy policy;
    private final Metainfo metainfo;
    private final RandomGenerator random;
    private final Duration firstPause;
    private long bytes;
    private int pieces;

    /** Ends the inspection. */
    private static final class ProblemException extends Exception {
        private static final long serialVersionUID = 1;

        private final Problem problem;
        private final String file;

        ProblemException(Problem problem, MetainfoFile file) {
            this(problem, file.path().toString());
        }

        ProblemException(Problem problem, String file) {
            super(problem.name());
            this.problem = problem;
            this.file = file;
        }
    }

    /** @param firstPause before what failed for the moment is tried again */
    ReplicaInspection(ReplicaClient client, AddressPolicy policy, Metainfo metainfo,
            RandomGenerator random, Duration firstPause) {
        this.client = client;
        this.policy = policy;
        this.metainfo = metainfo;
        this.random = random;
        this.firstPause = firstPause;
    }

    ReplicaReport inspect(String url) throws InterruptedException {
        try {
            URI webSeed = address(url);
            checkLengths(webSeed);
            checkPieces(webSeed);
            return new ReplicaReport(bytes, pieces, Optional.empty(), "");
        } catch (ProblemException e) {
            return new ReplicaReport(bytes, pieces, Optional.of(e.problem), e.file);
        }
    }

    private static URI address(String url) throws ProblemException {
        try {
            return ReplicaUri.parse(url);
        } catch (IllegalArgumentException e) {
            throw new ProblemException(Problem.ADDRESS_REFUSED, "");
        }
    }

    private List<MetainfoFile> stored() {
        return metainfo.files().stream()
                .filter(file -> file.length() > 0 && !file.isPadding()).toList();
    }

    /** Asks for the last byte of each file: the response says how long the file is. */
    private void checkLengths(URI webSeed) throws ProblemException, InterruptedException {
        for (MetainfoFile file : stored()) {
            get(webSeed, file, file.length() - 1, ByteBuffer.allocate(1));
        }
    }

    private void checkPieces(URI webSeed) throws ProblemException, InterruptedException {
        List<MetainfoFile> stored = stored();
        int most = Math.clamp(MAX_SAMPLE / metainfo.pieceLength(), 1, MAX_PIECES);
        int[] drawn = random.ints(0, metainfo.pieceCount()).distinct()
                .limit(Math.min(most, metainfo.pieceCount())).sorted().toArray();
        for (int piece : drawn) {
            checkPiece(webSeed, piece, stored);
        }
    }

    private void checkPiece(URI webSeed, int piece, List<MetainfoFile> stored)
            throws ProblemException, InterruptedException {
        long start = (long) piece * metainfo.pieceLength();
        long end = Math.min(start + metainfo.pieceLength(), metainfo.totalLength());
        ByteBuffer content = ByteBuffer.allocate((int) (end - start)); // padding: zeros
        List<MetainfoFile> parts = stored.stream()
                .filter(file -> file.offset() < end && file.end() > start).toList();
        for (MetainfoFile file : parts) {
            long from = Math.max(start, file.offset());
            long to = Math.min(end, file.end());
            get(webSeed, file, from - file.offset(),
                    content.slice((int) (from - start), (int) (to - from)));
        }
        MessageDigest digest = metainfo.pieceHashAlgorithm().newDigest();
        if (!metainfo.pieceMatches(piece, digest.digest(content.array()))) {
            throw new ProblemException(Problem.WRONG_CONTENT,
                    parts.size() == 1 ? parts.getFirst().path().toString() : "");
        }
        pieces++;
    }

    /** Fills the target with bytes of the file. */
    private void get(URI webSeed, MetainfoFile file, long start, ByteBuffer target)
            throws ProblemException, InterruptedException {
        Replica replica = replica(webSeed, file);
        Duration pause = firstPause;
        for (int attempt = 1;; attempt++) {
            ByteBuffer range = target.duplicate();
            Optional<ReplicaFault> fault = attempt(replica, file, start, range);
            bytes += range.position();
            if (fault.isEmpty()) {
                return;
            }
            Problem problem = problem(fault.get().code());
            if (problem != Problem.UNREACHABLE || attempt == MAX_ATTEMPTS) {
                throw new ProblemException(problem, problem == Problem.UNREACHABLE
                        || problem == Problem.ADDRESS_REFUSED || problem == Problem.TLS_FAILED
                                ? ""
                                : file.path().toString());
            }
            Thread.sleep(longer(pause, fault.get().retryAfter()));
            pause = pause.multipliedBy(2);
        }
    }

    private Replica replica(URI webSeed, MetainfoFile file) throws ProblemException {
        try {
            return client.replica(WebSeedUri.of(webSeed, metainfo, file), policy);
        } catch (IllegalArgumentException e) {
            throw new ProblemException(Problem.ADDRESS_REFUSED, file);
        }
    }

    private static Optional<ReplicaFault> attempt(Replica replica, MetainfoFile file, long start,
            ByteBuffer range) throws ProblemException, InterruptedException {
        try {
            Outcome outcome = RangeRequest.await(replica, start, range, REQUEST_DEADLINE);
            if (outcome.fault().isEmpty()) {
                requireLength(outcome, file);
            }
            return outcome.fault();
        } catch (TimeoutException e) {
            throw new ProblemException(Problem.UNREACHABLE, "");
        }
    }

    private static void requireLength(Outcome outcome, MetainfoFile file) throws ProblemException {
        if (outcome.fileLength().isEmpty()) {
            throw new ProblemException(Problem.BAD_RESPONSE, file);
        }
        if (outcome.fileLength().getAsLong() != file.length()) {
            throw new ProblemException(Problem.WRONG_LENGTH, file);
        }
    }

    private static Duration longer(Duration pause, Optional<Duration> retryAfter) {
        Duration asked = retryAfter.orElse(Duration.ZERO);
        Duration capped = asked.compareTo(MAX_RETRY_AFTER) < 0 ? asked : MAX_RETRY_AFTER;
        return capped.compareTo(pause) > 0 ? capped : pause;
    }

    private static Problem problem(ReplicaFault.Code code) {
        return switch (code) {
            case ADDRESS_REFUSED -> Problem.ADDRESS_REFUSED;
            case UNKNOWN_AUTHORITY, CERTIFICATE_EXPIRED, OTHER_CERTIFICATE, PLAIN_HTTP,
                    TLS_FAILED ->
                Problem.TLS_FAILED;
            case UNAUTHORIZED, CREDENTIALS_EXPOSED, FORBIDDEN -> Problem.ACCESS_DENIED;
            case NOT_FOUND -> Problem.NOT_FOUND;
            case RANGES_UNSUPPORTED -> Problem.NO_RANGES;
            case LENGTH_CHANGED -> Problem.WRONG_LENGTH;
            case CONTENT_CHANGED -> Problem.WRONG_CONTENT;
            case CONNECTION_FAILED, UNKNOWN_HOST, PROXY_FAILED, TIMEOUT, TRUNCATED, BUSY,
                    TOO_MANY_CONNECTIONS, SERVER_ERROR ->
                Problem.UNREACHABLE;
            case UNEXPECTED_STATUS, MALFORMED, WRONG_RANGE, ENCODED, TOO_LONG, TOO_MANY_REDIRECTS,
                    BAD_REDIRECT ->
                Problem.BAD_RESPONSE;
        };
    }
}
