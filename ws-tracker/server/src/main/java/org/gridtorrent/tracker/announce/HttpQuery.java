package org.gridtorrent.tracker.announce;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The query of an announce or a scrape: names, and values that are bytes, percent-encoded (BEP 3). Of a
 * name that appears again, the first value counts where one is asked for.
 */
final class HttpQuery {
    /** Characters; a scrape of {@link #MOST_VALUES} contents is no longer. */
    static final int LONGEST = 6_000;
    static final int MOST_VALUES = 100;

    @SuppressWarnings("ArrayRecordComponent") // never compared, only carried
    private record Parameter(String name, byte[] value) {}

    private final List<Parameter> parameters;

    private HttpQuery(List<Parameter> parameters) {
        this.parameters = parameters;
    }

    /** Reads what follows the question mark; null for a request without one. */
    static HttpQuery parse(@Nullable String query) throws Refusal {
        if (query == null || query.isEmpty()) {
            return new HttpQuery(List.of());
        }
        if (query.length() > LONGEST) {
            throw new Refusal("the query is longer than " + LONGEST + " characters");
        }
        List<Parameter> parameters = new ArrayList<>();
        int start = 0;
        while (start <= query.length()) {
            int and = query.indexOf('&', start);
            int end = and < 0 ? query.length() : and;
            if (parameters.size() == MOST_VALUES) {
                throw new Refusal("the query has more than " + MOST_VALUES + " values");
            }
            if (end > start) {
                parameters.add(parameter(query, start, end));
            }
            start = end + 1;
        }
        return new HttpQuery(parameters);
    }

    private static Parameter parameter(String query, int start, int end) throws Refusal {
        int equals = query.indexOf('=', start);
        return equals < 0 || equals >= end
                ? new Parameter(query.substring(start, end), new byte[0])
                : new Parameter(query.substring(start, equals), decoded(query, equals + 1, end));
    }

    private static byte[] decoded(String query, int start, int end) throws Refusal {
        var bytes = new ByteArrayOutputStream(end - start);
        for (int i = start; i < end; i++) {
            char letter = query.charAt(i);
            if (letter == '%') {
                bytes.write(i + 2 < end ? encoded(query, i + 1) : malformed());
                i += 2;
            } else if (letter > ' ' && letter < 0x7f) {
                bytes.write(letter);
            } else {
                malformed();
            }
        }
        return bytes.toByteArray();
    }

    private static int encoded(String query, int at) throws Refusal {
        char high = query.charAt(at);
        char low = query.charAt(at + 1);
        return HexFormat.isHexDigit(high) && HexFormat.isHexDigit(low)
                ? (HexFormat.fromHexDigit(high) << 4) | HexFormat.fromHexDigit(low)
                : malformed();
    }

    private static int malformed() throws Refusal {
        throw new Refusal("the query is not percent-encoded as it should be");
    }

    Optional<byte[]> value(String name) {
        for (Parameter parameter : parameters) {
            if (parameter.name().equals(name)) {
                return Optional.of(parameter.value());
            }
        }
        return Optional.empty();
    }

    List<byte[]> values(String name) {
        return parameters.stream().filter(parameter -> parameter.name().equals(name))
                .map(Parameter::value).toList();
    }

    Optional<String> text(String name) {
        return value(name).map(bytes -> new String(bytes, StandardCharsets.ISO_8859_1));
    }

    /** The bytes of a value that has to be there and so long. */
    byte[] bytes(String name, int length) throws Refusal {
        Optional<byte[]> value = value(name);
        if (value.isEmpty() || value.get().length != length) {
            throw new Refusal(name + " has to be " + length + " bytes");
        }
        return value.get();
    }

    /** A number from 0, of any 64 bits; or what is usual where none is said. */
    long number(String name, long usual) throws Refusal {
        Optional<String> value = text(name);
        if (value.isEmpty()) {
            return usual;
        }
        try {
            // Some clients say 2^64 - 1 for what they do not know.
            return Long.parseUnsignedLong(value.get()) & Long.MAX_VALUE;
        } catch (NumberFormatException e) {
            throw new Refusal(name + " has to be a number");
        }
    }
}
