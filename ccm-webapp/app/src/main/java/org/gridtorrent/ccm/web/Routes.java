package org.gridtorrent.ccm.web;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Which handler answers which address. Filled at start-up, then only read.
 *
 * <p>
 * A pattern is a path with {@code {name}} for a segment that varies; the first that fits wins.
 *
 * @param <C> what a handler is given: the request with all that is known of it
 */
public final class Routes<C> {

    /** Answers one kind of request. */
    @FunctionalInterface
    public interface Handler<C> {
        Reply handle(C call) throws Exception;
    }

    /** A handler with the varying segments of the address. */
    record Match<C>(Handler<C> handler, Map<String, String> segments, boolean anyone) {}

    private record Route<C>(String method, List<String> pattern, Handler<C> handler,
            boolean anyone) {}

    private final List<Route<C>> routes = new ArrayList<>();

    /** For people who are logged in; others are sent to log in first. */
    public Routes<C> get(String pattern, Handler<C> handler) {
        return add("GET", pattern, handler, false);
    }

    public Routes<C> post(String pattern, Handler<C> handler) {
        return add("POST", pattern, handler, false);
    }

    /** For everybody. */
    public Routes<C> getOpen(String pattern, Handler<C> handler) {
        return add("GET", pattern, handler, true);
    }

    public Routes<C> postOpen(String pattern, Handler<C> handler) {
        return add("POST", pattern, handler, true);
    }

    private Routes<C> add(String method, String pattern, Handler<C> handler, boolean anyone) {
        routes.add(new Route<>(method, List.of(pattern.split("/", -1)), handler, anyone));
        return this;
    }

    Match<C> match(String method, String path) {
        List<String> segments = List.of(path.split("/", -1));
        TreeSet<String> allowed = new TreeSet<>();
        for (Route<C> route : routes) {
            if (!fits(route.pattern, segments)) {
                continue;
            }
            if (route.method.equals(method)) {
                return new Match<>(route.handler, named(route.pattern, segments), route.anyone);
            }
            allowed.add(route.method);
        }
        throw allowed.isEmpty() ? Refusal.notFound() : Refusal.of(405, String.join(", ", allowed));
    }

    private static boolean fits(List<String> pattern, List<String> segments) {
        if (pattern.size() != segments.size()) {
            return false;
        }
        for (int i = 0; i < pattern.size(); i++) {
            boolean same = pattern.get(i).startsWith("{")
                    ? !segments.get(i).isEmpty()
                    : pattern.get(i).equals(segments.get(i));
            if (!same) {
                return false;
            }
        }
        return true;
    }

    private static Map<String, String> named(List<String> pattern, List<String> segments) {
        Map<String, String> named = new LinkedHashMap<>();
        for (int i = 0; i < pattern.size(); i++) {
            String part = pattern.get(i);
            if (part.startsWith("{")) {
                named.put(part.substring(1, part.length() - 1), segments.get(i));
            }
        }
        return named;
    }
}
