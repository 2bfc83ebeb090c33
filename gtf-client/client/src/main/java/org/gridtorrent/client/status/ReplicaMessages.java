package org.gridtorrent.client.status;

import java.util.Locale;
import org.gridtorrent.mdtp.FetchStatus;
import org.gridtorrent.mdtp.ReplicaStatus;
import org.gridtorrent.mdtp.http.ReplicaFault;
import org.gridtorrent.terminal.ByteSize;

/** English sentences for what web replicas do and why they fail. */
public final class ReplicaMessages {
    private ReplicaMessages() {}

    /** One line: rate, share of what came, state. */
    public static String line(ReplicaStatus replica, FetchStatus fetch) {
        long all = Math.max(1,
                fetch.replicas().stream().mapToLong(ReplicaStatus::bytes).sum());
        return "  %s/s, %d %%, %s: %s".formatted(ByteSize.words(replica.bytesPerSecond()),
                100 * replica.bytes() / all, describe(replica), replica.name());
    }

    /** State, and the reason if it failed. */
    public static String describe(ReplicaStatus replica) {
        return switch (replica.state()) {
            case CONNECTING -> "connecting";
            case SERVING -> "serving";
            case IDLE -> "idle";
            case WAITING -> "failed, asked again soon: " + reason(replica);
            case RESERVE -> "kept in reserve: it does not serve parts of a file";
            case FAILED -> "failed: " + reason(replica);
            case OTHER_LENGTH -> replica.fileLength().isPresent()
                    ? "not used: its file has another length, %,d bytes"
                            .formatted(replica.fileLength().getAsLong())
                    : "not used: its file has another length";
            case OTHER_CONTENT -> "not used: its file has other content";
        };
    }

    /** Why the replica does not serve, or its state if it did not fail. */
    public static String why(ReplicaStatus replica) {
        return switch (replica.state()) {
            case WAITING, FAILED -> reason(replica);
            case CONNECTING -> replica.fault().map(ReplicaMessages::describe)
                    .orElse("no answer in time");
            default -> describe(replica);
        };
    }

    private static String reason(ReplicaStatus replica) {
        return replica.fault().map(ReplicaMessages::describe)
                .orElse("it does not say how long the file is");
    }

    /** Clause that names the fault, such as "no answer in time". */
    public static String describe(ReplicaFault fault) {
        return switch (fault.code()) {
            case ADDRESS_REFUSED -> "it leads to an address of this machine or its network, "
                    + fault.detail();
            case CONNECTION_FAILED -> fault.detail().isEmpty()
                    ? "no connection"
                    : "the connection failed" + detail(fault);
            case UNKNOWN_HOST -> "its host name has no address";
            case UNKNOWN_AUTHORITY -> "its certificate is of an authority that this machine does"
                    + " not know; name the file with the authority's certificate in"
                    + " GRIDTORRENT_CA, as ca in config.toml, or by enrol --ca";
            case CERTIFICATE_EXPIRED -> "its certificate is not valid now; see that this"
                    + " machine's clock is right, otherwise the server has to renew it";
            case OTHER_CERTIFICATE -> "its certificate is of another host; use the name that"
                    + " is in the certificate";
            case PLAIN_HTTP -> "its port speaks plain HTTP, not HTTPS; see that the address's"
                    + " scheme and port are right";
            case TLS_FAILED -> "no TLS connection can be made" + detail(fault);
            case PROXY_FAILED -> fault.status() == 407
                    ? "the proxy wants another user or password (407); put them into its address"
                            + " in the environment, http://USER:PASSWORD@HOST:PORT"
                    : "only http:// proxies can be used, and the environment names "
                            + fault.detail();
            case TIMEOUT -> "no answer in time";
            case TRUNCATED -> "the connection ended too early" + detail(fault);
            case UNAUTHORIZED ->
                "it asks for a password (401); put one into ~/.netrc, or a token into web-tokens"
                        + " (sent over https only)";
            case CREDENTIALS_EXPOSED -> "its password or token is in " + fault.detail()
                    + ", which others may read; run chmod 600 on that file";
            case FORBIDDEN -> "it refuses access (403)";
            case NOT_FOUND -> "the file is not there (" + fault.status() + ")";
            case BUSY, TOO_MANY_CONNECTIONS -> "it is busy" + status(fault)
                    + fault.retryAfter().map(wait -> ", asks to come back in "
                            + wait.toSeconds() + " s").orElse("");
            case SERVER_ERROR -> "the server has an error (" + fault.status() + ")";
            case UNEXPECTED_STATUS -> "unexpected answer (" + fault.status() + ")";
            case RANGES_UNSUPPORTED -> "it does not serve parts of a file";
            case MALFORMED -> "it sends no valid HTTP/1.1" + detail(fault);
            case WRONG_RANGE -> "it sends another part than requested";
            case LENGTH_CHANGED -> "the file's length changed during the fetch";
            case CONTENT_CHANGED -> "the file changed during the fetch";
            case ENCODED -> "it sends the file compressed"
                    + String.format(Locale.ROOT, " (%s)", fault.detail());
            case TOO_LONG -> "the document is longer than it may be";
            case TOO_MANY_REDIRECTS -> "too many redirects";
            case BAD_REDIRECT -> "it redirects to no usable address";
        };
    }

    private static String status(ReplicaFault fault) {
        return fault.status() == 0 ? "" : " (" + fault.status() + ")";
    }

    private static String detail(ReplicaFault fault) {
        return fault.detail().isEmpty() ? "" : ": " + fault.detail();
    }
}
