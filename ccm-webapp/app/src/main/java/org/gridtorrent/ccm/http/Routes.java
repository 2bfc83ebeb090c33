package org.gridtorrent.ccm.http;

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
 */
public final class Routes {

    /** Answers one kind of request. */
    @FunctionalInterface
    public interface Handler {
        Reply handle(Exchange exchange) throws Exception;
    }

    /**
     * Whom an address answers. LOCKED: people who are logged in; others are sent to log in first. PUBLIC_IF_OPEN:
     * strangers too, as far as it lets them. OPEN: everybody.
     */
    enum Door {
        LOCKED, PUBLIC_IF_OPEN, OPEN
    }

    /** A handler with the varying segments of the address. */
    record Match(Handler handler, Map<String, String> segments, Door door) {}

    private record Route(String method, List<String> pattern, Handler handler, Door door) {}

    private final List<Route> routes = new ArrayList<>();

    /** For people who are logged in; others are sent to log in first. */
    public Routes get(String pattern, Handler handler) {
        return add("GET", pattern, handler, Door.LOCKED);
    }

    public Routes post(String pattern, Handler handler) {
        return add("POST", pattern, handler, Door.LOCKED);
    }

    /**
     * For strangers too. Whatever is refused to them, for whatever reason, they are sent to log in, as
     * if it were for people who are logged in alone: so that it tells nothing.
     */
    public Routes getPublicIfOpen(String pattern, Handler handler) {
        return add("GET", pattern, handler, Door.PUBLIC_IF_OPEN);
    }

    /** For everybody. */
    public Routes getOpen(String pattern, Handler handler) {
        return add("GET", pattern, handler, Door.OPEN);
    }

    public Routes postOpen(String pattern, Handler handler) {
        return add("POST", pattern, handler, Door.OPEN);
    }

    private Routes add(String method, String pattern, Handler handler, Door door) {
        routes.add(new Route(method, List.of(pattern.split("/", -1)), handler, door));
        return this;
    }

    Match match(String method, String path) {
        List<String> segments = List.of(path.split("/", -1));
        TreeSet<String> allowed = new TreeSet<>();
        for (Route route : routes) {
            if (!fits(route.pattern, segments)) {
                continue;
            }
            if (route.method.equals(method)) {
                return new Match(route.handler, named(route.pattern, segments), route.door);
            }
            allowed.add(route.method);
        }
        throw allowed.isEmpty() ? Refusal.notFound() : Refusal.of(405, String.join(", ", allowed));
    }

    /**
     * Where one can be led to by a link: the address itself when it answers GET, else its nearest
     * parent that does, as the page of a form whose own address only takes the form.
     */
    String shown(String address) {
        String path = address.split("\\?", 2)[0];
        if (answersGet(path)) {
            return address;
        }
        while (path.lastIndexOf('/') > 0) {
            path = path.substring(0, path.lastIndexOf('/'));
            if (answersGet(path)) {
                return path;
            }
        }
        return "/";
    }

    private boolean answersGet(String path) {
        List<String> segments = List.of(path.split("/", -1));
        return routes.stream().anyMatch(
                route -> route.method.equals("GET") && fits(route.pattern, segments));
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
