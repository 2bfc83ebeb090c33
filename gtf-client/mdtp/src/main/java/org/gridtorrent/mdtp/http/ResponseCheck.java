package org.gridtorrent.mdtp.http;

import java.net.http.HttpHeaders;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gridtorrent.mdtp.http.ReplicaFault.Code;
import org.gridtorrent.mdtp.schedule.ByteRange;

/**
 * Check of a response's status and headers against the range that was requested (RFC 9110, 14 and 15).
 *
 * <p>Pure. What the replica said in earlier responses is compared by {@link Replica}.
 */
final class ResponseCheck {
    private static final String CONTENT_LENGTH = "content-length";
    private static final String CONTENT_RANGE = "content-range";

    /**
     * What an acceptable response brings.
     *
     * @param end offset behind the body's last byte; {@link Long#MAX_VALUE} if the server does not say it
     * @param fileLength length of the whole file; empty if the server does not say it
     */
    record Served(long end, OptionalLong fileLength) {}

    private final Optional<ByteRange> asked;
    private final int status;
    private final HttpHeaders headers;

    /** @param asked empty if the whole file was requested, without a range */
    ResponseCheck(Optional<ByteRange> asked, int status, HttpHeaders headers) {
        this.asked = asked;
        this.status = status;
        this.headers = headers;
    }

    /** Returns what the body holds, from the offset that was requested on; throws if it is something else. */
    Served served() throws ReplicaFaultException {
        if (status != 200 && (status != 206 || asked.isEmpty())) {
            throw new ReplicaFaultException(statusFault());
        }
        requireIdentity();
        return asked.isPresent() && status == 206
                ? partOfFile(asked.get())
                : wholeFile();
    }

    /** Length of the file, when the range is said to begin behind its end (416). */
    long unsatisfiedFileLength() throws ReplicaFaultException {
        OptionalLong length = contentRange().map(ContentRange::fileLength)
                .orElse(OptionalLong.empty());
        if (length.isEmpty() || length.getAsLong() > asked.orElseThrow().start()) {
            throw wrongRange();
        }
        return length.getAsLong();
    }

    private void requireIdentity() throws ReplicaFaultException {
        String content = headers.firstValue("content-encoding").orElse("identity");
        String transfer = headers.firstValue("transfer-encoding").orElse("chunked");
        if (!content.equalsIgnoreCase("identity")) {
            throw new ReplicaFaultException(Code.ENCODED, status, content);
        }
        if (!transfer.equalsIgnoreCase("chunked")) {
            throw new ReplicaFaultException(Code.ENCODED, status, transfer);
        }
        if (headers.firstValue("transfer-encoding").isPresent()
                && headers.firstValue(CONTENT_LENGTH).isPresent()) {
            throw new ReplicaFaultException(Code.MALFORMED, status,
                    "Content-Length beside Transfer-Encoding");
        }
    }

    private Served partOfFile(ByteRange range) throws ReplicaFaultException {
        ContentRange content = contentRange().orElseThrow(this::wrongRange);
        ByteRange got = content.range().orElseThrow(this::wrongRange);
        OptionalLong length = contentLength();
        if (got.start() != range.start() || got.end() > range.end()
                || (length.isPresent() && length.getAsLong() != got.length())) {
            throw wrongRange();
        }
        return new Served(got.end(), content.fileLength());
    }

    /** A server may send a whole file in place of a range that covers it. */
    private Served wholeFile() throws ReplicaFaultException {
        OptionalLong length = contentLength();
        if (asked.isPresent() && (asked.get().start() > 0 || length.isEmpty()
                || length.getAsLong() > asked.get().end())) {
            throw new ReplicaFaultException(Code.RANGES_UNSUPPORTED, status, "");
        }
        return new Served(length.orElse(Long.MAX_VALUE), length);
    }

    private Optional<ContentRange> contentRange() {
        return headers.allValues(CONTENT_RANGE).size() == 1
                ? headers.firstValue(CONTENT_RANGE).flatMap(ContentRange::parse)
                : Optional.empty();
    }

    private OptionalLong contentLength() throws ReplicaFaultException {
        OptionalLong length = headers.firstValueAsLong(CONTENT_LENGTH); // a number, for the client
        if (length.orElse(0) < 0) {
            throw new ReplicaFaultException(Code.MALFORMED, status, "Content-Length");
        }
        return length;
    }

    private ReplicaFaultException wrongRange() {
        return new ReplicaFaultException(Code.WRONG_RANGE, status,
                headers.firstValue(CONTENT_RANGE).orElse(""));
    }

    private ReplicaFault statusFault() {
        return new ReplicaFault(code(), status, "", headers.firstValue("retry-after")
                .flatMap(value -> RetryAfter.parse(value, serverTime())));
    }

    /** By the server's clock, so that its Retry-After date is right even if its clock is not. */
    private Instant serverTime() {
        try {
            return headers.firstValue("date").map(value -> ZonedDateTime
                    .parse(value.strip(), DateTimeFormatter.RFC_1123_DATE_TIME).toInstant())
                    .orElseGet(Instant::now);
        } catch (DateTimeParseException e) {
            return Instant.now();
        }
    }

    private Code code() {
        return switch (status) {
            case 401 -> Code.UNAUTHORIZED;
            case 403 -> Code.FORBIDDEN;
            case 404, 410 -> Code.NOT_FOUND;
            case 407 -> Code.PROXY_FAILED;
            case 408 -> Code.TIMEOUT;
            case 429, 503 -> Code.BUSY;
            default -> status >= 500 ? Code.SERVER_ERROR : Code.UNEXPECTED_STATUS;
        };
    }

    /**
     * Value of a Content-Range header (RFC 9110, 14.4) in bytes.
     *
     * @param range what the body holds; empty for an unsatisfied range
     * @param fileLength length of the whole file; empty if it is not known
     */
    private record ContentRange(Optional<ByteRange> range, OptionalLong fileLength) {
        private static final Pattern SATISFIED = Pattern
                .compile("(?i:bytes)[ \\t]+(\\d{1,18})-(\\d{1,18})/(\\d{1,18}|\\*)");
        private static final Pattern UNSATISFIED = Pattern
                .compile("(?i:bytes)[ \\t]+\\*/(\\d{1,18})");

        /** Empty if the value is malformed, of another unit, or contradicts itself. */
        static Optional<ContentRange> parse(String value) {
            Matcher satisfied = SATISFIED.matcher(value.strip());
            if (satisfied.matches()) {
                return satisfied(satisfied);
            }
            Matcher unsatisfied = UNSATISFIED.matcher(value.strip());
            return unsatisfied.matches()
                    ? Optional.of(new ContentRange(Optional.empty(),
                            OptionalLong.of(Long.parseLong(unsatisfied.group(1)))))
                    : Optional.empty();
        }

        private static Optional<ContentRange> satisfied(Matcher value) {
            long first = Long.parseLong(value.group(1));
            long last = Long.parseLong(value.group(2));
            OptionalLong length = value.group(3).equals("*")
                    ? OptionalLong.empty()
                    : OptionalLong.of(Long.parseLong(value.group(3)));
            if (last < first || (length.isPresent() && length.getAsLong() <= last)) {
                return Optional.empty();
            }
            return Optional.of(
                    new ContentRange(Optional.of(new ByteRange(first, last + 1)), length));
        }
    }
}
