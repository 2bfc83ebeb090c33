package org.gridtorrent.client.fetch;

import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.gridtorrent.mdtp.ReplicaStatus;
import org.gridtorrent.mdtp.http.ReplicaFault;
import org.gridtorrent.terminal.ExitStatus;

/** Exit statuses of {@code gridtorrent fetch} for what web servers answer. */
final class FetchExitStatus {
    private FetchExitStatus() {}

    /** The status that all replicas have in common; {@link ExitStatus#NO_ANSWER} if they differ. */
    static int of(Collection<ReplicaStatus> replicas) {
        return common(replicas.stream().map(FetchExitStatus::of), ExitStatus.NO_ANSWER);
    }

    private static int of(ReplicaStatus replica) {
        return switch (replica.state()) {
            case OTHER_LENGTH, OTHER_CONTENT -> ExitStatus.FAILED;
            case FAILED -> replica.fault().map(FetchExitStatus::of).orElse(ExitStatus.FAILED);
            case CONNECTING, SERVING, IDLE, WAITING, RESERVE ->
                replica.fault().map(FetchExitStatus::of).orElse(ExitStatus.NO_ANSWER);
        };
    }

    /** The status that all have in common, or else another one. */
    static int common(Stream<Integer> statuses, int otherwise) {
        List<Integer> distinct = statuses.distinct().toList();
        return distinct.size() == 1 ? distinct.getFirst() : otherwise;
    }

    /** The status for one replica that is alone. */
    static int of(ReplicaFault fault) {
        return switch (fault.code()) {
            case CONNECTION_FAILED, UNKNOWN_HOST, TIMEOUT, TRUNCATED, BUSY, TOO_MANY_CONNECTIONS,
                    SERVER_ERROR ->
                ExitStatus.NO_ANSWER;
            case NOT_FOUND -> ExitStatus.NOT_FOUND;
            case ADDRESS_REFUSED, UNAUTHORIZED, FORBIDDEN -> ExitStatus.NOT_ALLOWED;
            case PROXY_FAILED -> fault.status() == 0
                    ? ExitStatus.FAILED
                    : ExitStatus.NOT_ALLOWED;
            case UNKNOWN_AUTHORITY, CERTIFICATE_EXPIRED, OTHER_CERTIFICATE, PLAIN_HTTP, TLS_FAILED,
                    CREDENTIALS_EXPOSED, UNEXPECTED_STATUS, RANGES_UNSUPPORTED, MALFORMED,
                    WRONG_RANGE,
                    LENGTH_CHANGED, CONTENT_CHANGED, ENCODED, TOO_LONG, TOO_MANY_REDIRECTS,
                    BAD_REDIRECT ->
                ExitStatus.FAILED;
        };
    }
}
