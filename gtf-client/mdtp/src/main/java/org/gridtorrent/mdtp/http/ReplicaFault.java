package org.gridtorrent.mdtp.http;

import java.time.Duration;
import java.util.Optional;

/**
 * Reason why a replica did not serve a range, as code and data.
 *
 * @param status HTTP status of the response, or 0 if there was none
 * @param detail what the server sent or the connection said, cut to {@value #MAX_DETAIL} characters and
 *     without control characters; may be empty
 * @param retryAfter how long the server asks to be left alone
 */
public record ReplicaFault(Code code, int status, String detail, Optional<Duration> retryAfter) {

    static final int MAX_DETAIL = 200;

    public ReplicaFault {
        detail = detail.substring(0, Math.min(detail.length(), MAX_DETAIL))
                .replaceAll("[\\p{Cntrl}\\p{Cf}\\p{Cs}]", "?");
    }

    static ReplicaFault of(Code code, int status, String detail) {
        return new ReplicaFault(code, status, detail, Optional.empty());
    }

    ReplicaFault withCode(Code other) {
        return new ReplicaFault(other, status, detail, retryAfter);
    }

    /** What is wrong. */
    public enum Code {
        /** The address is not one that this replica may lead to. */
        ADDRESS_REFUSED,
        /** No connection, or it broke off before the response's header. */
        CONNECTION_FAILED,
        /** The host name has no address. */
        UNKNOWN_HOST,
        /** The server's certificate is of an authority that is not trusted. */
        UNKNOWN_AUTHORITY,
        /** The server's certificate, or one of its authorities', has expired or is not valid yet. */
        CERTIFICATE_EXPIRED,
        /** The server's certificate is of another host. */
        OTHER_CERTIFICATE,
        /** The server's port speaks plain HTTP in place of TLS. */
        PLAIN_HTTP,
        /** TLS failed otherwise. */
        TLS_FAILED,
        /** The proxy of the environment cannot be used, or refuses its service. */
        PROXY_FAILED,
        /** No connection, no response's header or no more bytes in time. */
        TIMEOUT,
        /** The body ended before the range was complete. */
        TRUNCATED,
        /** 401: credentials are missing or wrong. */
        UNAUTHORIZED,
        /** Others may read the user's file that has the credentials for the server; they are not sent. */
        CREDENTIALS_EXPOSED,
        /** 403. */
        FORBIDDEN,
        /** 404 or 410. */
        NOT_FOUND,
        /** 429 or 503, or another connection is under way and the server closes this one. */
        BUSY,
        /** As {@link #BUSY}, while another request to the same replica is under way. */
        TOO_MANY_CONNECTIONS,
        /** 5xx but 503. */
        SERVER_ERROR,
        /** A status that is no answer to a ranged GET. */
        UNEXPECTED_STATUS,
        /** 200 in place of 206: the server does not serve ranges, but the whole file. */
        RANGES_UNSUPPORTED,
        /** The response is not valid HTTP, or contradicts itself. */
        MALFORMED,
        /** 206 without Content-Range, or with another range than the requested one. */
        WRONG_RANGE,
        /** The file's length is another than before. */
        LENGTH_CHANGED,
        /** The file's entity tag is another than before. */
        CONTENT_CHANGED,
        /** The body is compressed although identity was requested. */
        ENCODED,
        /** A document is longer than it may be. */
        TOO_LONG,
        /** More than {@value Replica#MAX_REDIRECTS} redirects. */
        TOO_MANY_REDIRECTS,
        /** A redirect without a usable target, or from https to http. */
        BAD_REDIRECT
    }
}
