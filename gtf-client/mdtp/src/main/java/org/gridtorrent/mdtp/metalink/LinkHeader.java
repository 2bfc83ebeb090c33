package org.gridtorrent.mdtp.metalink;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Link of a Link header (RFC 8288).
 *
 * @param parameters by name in lower case; of several with one name, the first counts
 */
record LinkHeader(String target, Map<String, String> parameters) {

    /** Links that are read of one value. */
    static final int MAX_LINKS = 200;

    /** Whether the link is of this type, and of the response's own resource. */
    boolean isOfType(String relation) {
        String types = parameters.getOrDefault("rel", "").toLowerCase(Locale.ROOT);
        return !parameters.containsKey("anchor")
                && Set.of(types.split("\\s+")).contains(relation);
    }

    /** Reads the links of a value; what follows malformed text is ignored. */
    static List<LinkHeader> parse(String value) {
        return new Parser(value).links();
    }

    private static final class Parser {
        private final String text;
        private int at;

        Parser(String text) {
            this.text = text;
        }

        List<LinkHeader> links() {
            List<LinkHeader> links = new ArrayList<>();
            skip(" \t,");
            while (links.size() < MAX_LINKS && is('<')) {
                int end = text.indexOf('>', at);
                if (end < 0) {
                    break;
                }
                String target = text.substring(at + 1, end);
                at = end + 1;
                links.add(new LinkHeader(target, parameters()));
                skip(" \t,");
            }
            return links;
        }

        private Map<String, String> parameters() {
            Map<String, String> parameters = new HashMap<>();
            skip(" \t");
            while (is(';')) {
                skip(" \t;");
                String name = until(" \t=;,").toLowerCase(Locale.ROOT);
                skip(" \t");
                String value = "";
                if (is('=')) {
                    at++;
                    skip(" \t");
                    value = is('"') ? quoted() : until(" \t;,");
                    skip(" \t");
                }
                parameters.putIfAbsent(name, value);
            }
            return parameters;
        }

        private String quoted() {
            StringBuilder value = new StringBuilder();
            for (at++; at < text.length() && !is('"'); at++) {
                if (is('\\') && at + 1 < text.length()) {
                    at++;
                }
                value.append(text.charAt(at));
            }
            at++;
            return value.toString();
        }

        private String until(String ends) {
            int start = at;
            while (at < text.length() && ends.indexOf(text.charAt(at)) < 0) {
                at++;
            }
            return text.substring(start, at);
        }

        private void skip(String characters) {
            while (at < text.length() && characters.indexOf(text.charAt(at)) >= 0) {
                at++;
            }
        }

        private boolean is(char character) {
            return at < text.length() && text.charAt(at) == character;
        }
    }
}
