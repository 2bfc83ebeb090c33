package org.gridtorrent.ccm.http;

import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parameters of an address's query and of a form's body. Read in one pass and counted meanwhile:
 * containers count names alone, and take a time that grows with the square of a name's values.
 * Belongs to one thread.
 */
final class Parameters {
    /** In bytes. A form's largest field is a description of 4,000 letters; several bytes each. */
    static final int LONGEST_FORM = 128 * 1024;
    /** The limit of fields in the query and the body together; a list of ids as long as the longest form has 4,500. */
    static final int MOST = 5_000;

    private static final Logger LOG = LoggerFactory.getLogger(Parameters.class);
    private static final String FORM = "application/x-www-form-urlencoded";

    private final Map<String, List<String>> values = new LinkedHashMap<>();
    private int count;

    private Parameters() {}

    static Parameters ofQuery(HttpServletRequest request) {
        var parameters = new Parameters();
        String query = request.getQueryString();
        if (query != null) {
            parameters.addAll(query.getBytes(StandardCharsets.UTF_8));
        }
        return parameters;
    }

    /** Adds what the body holds, when it is a form. */
    Parameters withForm(HttpServletRequest request) {
        String type = request.getContentType();
        if (type != null && type.toLowerCase(Locale.ROOT).startsWith(FORM)) {
            addAll(body(request));
        }
        return this;
    }

    private static byte[] body(HttpServletRequest request) {
        try {
            byte[] body = request.getInputStream().readNBytes(LONGEST_FORM + 1);
            if (body.length > LONGEST_FORM) {
                throw Refusal.of(413, "");
            }
            return body;
        } catch (IOException brokenOff) {
            LOG.debug("a form did not come to its end", brokenOff);
            throw Refusal.of(400, "");
        }
    }

    private void addAll(byte[] pairs) {
        int start = 0;
        for (int end = 0; end <= pairs.length; end++) {
            if (end == pairs.length || pairs[end] == '&') {
                add(pairs, start, end);
                start = end + 1;
            }
        }
    }

    private void add(byte[] pairs, int start, int end) {
        if (start == end) {
            return;
        }
        if (++count > MOST) {
            throw Refusal.of(413, "");
        }
        int equals = start;
        while (equals < end && pairs[equals] != '=') {
            equals++;
        }
        values.computeIfAbsent(decoded(pairs, start, equals), _ -> new ArrayList<>())
                .add(decoded(pairs, Math.min(equals + 1, end), end));
    }

    private static String decoded(byte[] pairs, int start, int end) {
        var bytes = new ByteArrayOutputStream(end - start);
        for (int i = start; i < end; i++) {
            if (pairs[i] == '%') {
                bytes.write(
                        i + 2 < end ? digit(pairs[i + 1]) << 4 | digit(pairs[i + 2]) : digit('%'));
                i += 2;
            } else {
                bytes.write(pairs[i] == '+' ? ' ' : pairs[i]);
            }
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
        } catch (CharacterCodingException notUtf8) {
            throw Refusal.of(400, "");
        }
    }

    private static int digit(int letter) {
        int digit = Character.digit(letter, 16);
        if (digit < 0) {
            throw Refusal.of(400, "");
        }
        return digit;
    }

    /** The first value of the name; empty when there is none. */
    String first(String name) {
        List<String> all = values.get(name);
        return all == null ? "" : all.getFirst();
    }

    Map<String, List<String>> all() {
        return values;
    }
}
