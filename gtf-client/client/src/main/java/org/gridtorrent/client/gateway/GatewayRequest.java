package org.gridtorrent.client.gateway;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Request that a browser sent of its own accord to an origin of the gateway.
 *
 * @param origin {@code ds-ID} of a data set, or {@link #DRAFTS}
 * @param path below the origin's own folder, decoded, without a slash at either end
 * @param isFolder whether the address ends with a slash
 */
record GatewayRequest(String origin, String path, boolean isFolder, Headers headers,
        Optional<String> query) {
    static final String COOKIE = "gridjet";
    static final String DRAFTS = "drafts";
    private static final String DATASET = "ds-";

    private static final Pattern HOST = Pattern
            .compile("(ds-[a-z0-9]{1,40}|drafts)\\.localhost:(\\d+)");
    private static final Set<String> OWN_ACCORD = Set.of("none", "same-origin");

    /** A request that is refused; its message is the key of the text that says why. */
    static final class RefusedException extends Exception {
        private static final long serialVersionUID = 1;

        RefusedException(String key) {
            super(key);
        }

        String key() {
            return Objects.requireNonNull(getMessage());
        }
    }

    /** Origin of a data set. */
    static String origin(String datasetId) {
        return DATASET + datasetId;
    }

    /** Refuses a Host that is none of the gateway's, and what pages of other origins asked for. */
    static GatewayRequest of(HttpExchange exchange, int port) throws RefusedException {
        Headers headers = exchange.getRequestHeaders();
        String host = only(headers, "Host");
        Matcher form = HOST.matcher(host);
        if (!form.matches() || !form.group(2).equals(Integer.toString(port))) {
            throw new RefusedException("refused.host");
        }
        List<String> sites = headers.getOrDefault("Sec-Fetch-Site", List.of());
        List<String> origins = headers.getOrDefault("Origin", List.of());
        if (!OWN_ACCORD.containsAll(sites)
                || !origins.stream().allMatch(("http://" + host)::equals)
                || (exchange.getRequestMethod().equals("POST") && origins.isEmpty())) {
            throw new RefusedException("refused.site");
        }
        String raw = exchange.getRequestURI().getRawPath();
        return new GatewayRequest(form.group(1), path(raw), raw.endsWith("/"), headers,
                Optional.ofNullable(exchange.getRequestURI().getRawQuery()));
    }

    boolean isForDrafts() {
        return origin.equals(DRAFTS);
    }

    /** Of a request that is not for drafts. */
    String datasetId() {
        return origin.substring(DATASET.length());
    }

    private static String only(Headers headers, String name) throws RefusedException {
        List<String> values = headers.getOrDefault(name, List.of());
        if (values.size() != 1) {
            throw new RefusedException("refused.host");
        }
        return values.getFirst();
    }

    /** An escaped slash would be one of the path's own, which no name has. */
    private static String path(String raw) throws RefusedException {
        List<String> names;
        try {
            names = Arrays.stream(raw.split("/", -1)).filter(name -> !name.isEmpty()).map(
                    name -> URLDecoder.decode(name.replace("+", "%2B"), StandardCharsets.UTF_8))
                    .toList();
        } catch (IllegalArgumentException e) {
            throw new RefusedException("refused.encoding");
        }
        if (names.stream().anyMatch(name -> name.contains("/"))) {
            throw new RefusedException("refused.slash");
        }
        return String.join("/", names);
    }

    /** A parameter of the query; empty without one. */
    String parameter(String name) {
        return query.stream().flatMap(text -> Arrays.stream(text.split("&", -1)))
                .filter(pair -> pair.startsWith(name + "="))
                .map(pair -> pair.substring(name.length() + 1)).findFirst().orElse("");
    }

    /** The value of the gateway's cookie; empty without one. */
    String cookie() {
        return headers.getOrDefault("Cookie", List.of()).stream()
                .flatMap(line -> Arrays.stream(line.split(";", -1))).map(String::strip)
                .filter(pair -> pair.startsWith(COOKIE + "="))
                .map(pair -> pair.substring(COOKIE.length() + 1)).findFirst().orElse("");
    }

    Optional<String> header(String name) {
        return Optional.ofNullable(headers.getFirst(name));
    }

    /** Path of the address, encoded. */
    String encodedPath() {
        return path.isEmpty()
                ? "/"
                : "/" + Arrays.stream(path.split("/", -1)).map(GatewayPages::encode)
                        .collect(Collectors.joining("/"));
    }
}
