package org.gridtorrent.mdtp.schedule;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.gridtorrent.mdtp.schedule.RangeScheduler.Action;
import org.gridtorrent.mdtp.schedule.RangeScheduler.Event;

/**
 * Simulated network whose responses flow like fluids, with a client that does what a scheduler says.
 *
 * <p>Responses of a server share its line equally, each at most a window in a round trip. The window is ten
 * segments on a new connection (RFC 6928), and doubles in each round trip in which it was the bound; on a
 * kept connection that was idle it is halved for each retransmission timeout (RFC 2861). A new connection
 * takes one round trip more. A response that is given up flows on for one round trip; what it brings is
 * wasted, and its connection is closed.
 *
 * <p>The client takes the connection that was used last, leaves a server that fails alone for pauses that
 * grow, tells that bytes are false when a range is complete, and gives a server up at the third such range.
 * It fails when the scheduler does what it must not do. Time advances in steps of a millisecond, so that a
 * run is deterministic. Times are seconds, rates bytes a second.
 */
final class FluidNetwork {
    private static final double STEP = 1e-3;
    private static final double TICK = RangeScheduler.TICK.toMillis() / 1e3;
    private static final double INITIAL_WINDOW = 10 * 1448;
    private static final double MIN_RETRANSMISSION_TIMEOUT = 0.2;
    private static final int MAX_FALSE_RANGES = 3;
    private static final int MAX_CONNECTIONS = AdaptiveScheduler.Options.DEFAULTS.maxConnections();

    private final long fileLength;
    private final RangeScheduler scheduler;
    private final List<Host> hosts = new ArrayList<>();
    private final SortedMap<Integer, Response> open = new TreeMap<>();
    private final RangeSet arrived = new RangeSet();
    private boolean isLengthTold;
    private int lastRequest = -1;
    private long bytesTwice;
    private double now;

    FluidNetwork(List<FluidServer> servers, long fileLength, RangeScheduler scheduler) {
        this.fileLength = fileLength;
        this.scheduler = scheduler;
        servers.forEach(server -> hosts.add(new Host(server)));
    }

    /** Server with what the client and the network know of it. */
    private static final class Host {
        final FluidServer server;
        final Deque<Connection> kept = new ArrayDeque<>();
        /** Responses that were given up and still flow. */
        final List<Response> drains = new ArrayList<>();
        int failures;
        int falseRanges;
        int connectionLimit = MAX_CONNECTIONS;
        int requests;
        int connections;
        int cuts;
        long bytes;
        double wastedBytes;

        Host(FluidServer server) {
            this.server = server;
        }

        boolean isGivenUp() {
            return falseRanges >= MAX_FALSE_RANGES;
        }

        @Override
        public String toString() {
            return "%7.1f MB in %3d requests on %2d connections, %d cut, %.0f KB wasted".formatted(
                    bytes / 1e6, requests, connections, cuts, wastedBytes / 1e3);
        }
    }

    private static final class Connection {
        double window = INITIAL_WINDOW;
        double idleSince;
        double roundTripEnd;
        boolean windowWasBound;
    }

    private static final class Response {
        final int request;
        final Host host;
        final ByteRange range;
        final Connection connection;
        final double answersAt;
        long end;
        double position;
        long reported;
        boolean answered;
        double rate;
        /** Bytes that still flow after it was given up. */
        double draining;

        Response(int request, Host host, ByteRange range, long end, Connection connection,
                double answersAt) {
            this.request = request;
            this.host = host;
            this.range = range;
            this.end = end;
            this.connection = connection;
            this.answersAt = answersAt;
            this.position = range.start();
            this.reported = range.start();
        }

        boolean isDraining() {
            return draining > 0;
        }

        double mostRate() {
            return Math.min(connection.window / host.server.roundTrip(),
                    host.server.connectionRate());
        }
    }

    /** Tells that ranges are there before the run begins. */
    FluidNetwork withPresent(Collection<ByteRange> ranges) {
        ranges.forEach(range -> arrived.add(range.start(), range.end()));
        return this;
    }

    /** Fetches the file, and returns the time; empty if it is not complete at the time limit. */
    OptionalDouble run(double limit) {
        apply(scheduler.start(0));
        double nextTick = TICK;
        for (long step = 0; step * STEP < limit; step++) {
            now = step * STEP;
            hosts.forEach(this::flow);
            List.copyOf(open.values()).forEach(this::report);
            if (scheduler.isComplete()) {
                return OptionalDouble.of(now);
            }
            if (now >= nextTick) {
                nextTick += TICK;
                apply(scheduler.tick(nowNs()));
            }
        }
        return OptionalDouble.empty();
    }

    boolean hasWholeFile() {
        return arrived.ranges().equals(List.of(new ByteRange(0, fileLength)));
    }

    /** Bytes that arrived twice, or beyond the end of a shortened request. */
    long wastedBytes() {
        return bytesTwice + (long) hosts.stream().mapToDouble(host -> host.wastedBytes).sum();
    }

    List<Long> bytesOfEach() {
        return hosts.stream().map(host -> host.bytes).toList();
    }

    List<Integer> requestsOfEach() {
        return hosts.stream().map(host -> host.requests).toList();
    }

    List<Integer> connectionsOfEach() {
        return hosts.stream().map(host -> host.connections).toList();
    }

    /** The time beside the ideal, and what each replica brought. */
    String describe(double ideal) {
        StringBuilder text = new StringBuilder(
                "%.2f s, %.3f of the ideal, %.2f %% wasted".formatted(now, now / ideal,
                        100.0 * wastedBytes() / fileLength));
        hosts.forEach(host -> text.append("\n  ").append(host));
        return text.toString();
    }

    /** Least time in which these servers bring the file, over one connection to each. */
    static double ideal(List<FluidServer> servers, long length) {
        double missing = length;
        for (long step = 0;; step++) {
            double time = step * STEP;
            double bytes = STEP * servers.stream().mapToDouble(s -> idealRate(s, time)).sum();
            if (missing <= bytes) {
                return time + STEP * missing / bytes;
            }
            missing -= bytes;
        }
    }

    private static double idealRate(FluidServer server, double time) {
        double roundTrips = time / server.roundTrip() - 2;
        if (roundTrips < 0) {
            return 0;
        }
        double byWindow = INITIAL_WINDOW * Math.pow(2, Math.floor(roundTrips)) / server.roundTrip();
        double byLine = server.rate().applyAsDouble(time);
        // A line that became faster was full before, and stays it.
        return byWindow < server.rate().applyAsDouble(0) ? Math.min(byWindow, byLine) : byLine;
    }

    private long nowNs() {
        return Math.round(now * 1e9);
    }

    private Stream<Response> responses(Host host) {
        return open.values().stream().filter(response -> response.host == host);
    }

    /** Moves the host's responses by one step. */
    private void flow(Host host) {
        if (!host.server.alive().test(now)) {
            host.kept.clear();
            host.drains.clear();
            responses(host).filter(response -> now >= response.answersAt).toList()
                    .forEach(this::fail);
            return;
        }
        List<Response> flowing = new ArrayList<>(host.drains);
        responses(host).filter(response -> now >= response.answersAt).forEach(flowing::add);
        flowing.sort(Comparator.comparingDouble(Response::mostRate));
        double rest = host.server.rate().applyAsDouble(now);
        int sharing = flowing.size();
        for (Response response : flowing) {
            double fair = rest / sharing--;
            response.rate = Math.min(fair, response.mostRate());
            rest -= response.rate;
            if (response.rate > 0) {
                move(response);
                grow(response.connection, host.server, response.rate < fair);
            }
        }
        host.drains.removeIf(response -> !response.isDraining());
    }

    private static void move(Response response) {
        double bytes = response.rate * STEP;
        if (response.isDraining()) {
            response.host.wastedBytes += Math.min(bytes, response.draining);
            response.draining -= bytes;
        } else {
            response.position = Math.min((double) response.end, response.position + bytes);
        }
    }

    private void grow(Connection connection, FluidServer server, boolean windowIsBound) {
        connection.windowWasBound |= windowIsBound;
        if (now >= connection.roundTripEnd) {
            if (connection.windowWasBound && connection.roundTripEnd > 0) {
                connection.window *= 2;
            }
            connection.windowWasBound = false;
            connection.roundTripEnd = now + server.roundTrip();
        }
    }

    private void fail(Response response) {
        if (open.remove(response.request) != null) {
            Duration pause = Duration
                    .ofSeconds(Math.min(60, 1L << Math.min(6, response.host.failures)));
            response.host.failures++;
            handle(new Event.RequestFailed(response.request, pause));
        }
    }

    /** Tells the scheduler what came of the response. */
    private void report(Response response) {
        if (isOpen(response) && now >= response.answersAt
                && !response.host.server.isSilent(now)) {
            if (!response.answered) {
                response.answered = true;
                answer(response);
            }
            if (isOpen(response)) {
                reportBytes(response);
            }
            if (isOpen(response) && response.reported >= response.end) {
                complete(response);
            }
        }
    }

    private boolean isOpen(Response response) {
        return open.get(response.request) == response;
    }

    private void answer(Response response) {
        Host host = response.host;
        if (response.range.start() >= fileLength) {
            isLengthTold = true;
            release(response);
            handle(new Event.RangeUnsatisfiable(response.request, fileLength));
        } else if (responses(host).count() > host.server.connections()) {
            open.remove(response.request);
            host.connectionLimit = host.server.connections();
            handle(new Event.TooManyConnections(response.request, host.connectionLimit));
        } else {
            isLengthTold = true;
            handle(new Event.ResponseStarted(response.request, fileLength));
        }
    }

    private void reportBytes(Response response) {
        int count = (int) ((long) response.position - response.reported);
        if (count > 0) {
            bytesTwice += count - arrived.add(response.reported, response.reported + count);
            response.reported += count;
            response.host.bytes += count;
            response.host.failures = 0;
            handle(new Event.BytesReceived(response.request, count));
        }
    }

    private void complete(Response response) {
        release(response);
        handle(new Event.RequestCompleted(response.request));
        Host host = response.host;
        if (host.server.isFalse() && response.reported > response.range.start()) {
            ByteRange range = new ByteRange(response.range.start(), response.reported);
            arrived.remove(range.start(), range.end());
            host.falseRanges++;
            if (host.isGivenUp()) {
                responses(host).toList().forEach(this::giveUpHost);
                handle(new Event.RequestFailed(response.request, Event.RequestFailed.FOREVER));
            }
            handle(new Event.BytesRejected(response.request, range));
        }
    }

    private void giveUpHost(Response response) {
        open.remove(response.request);
        ByteRange brought = response.range;
        handle(new Event.RequestFailed(response.request, Event.RequestFailed.FOREVER));
        if (response.reported > brought.start()) {
            arrived.remove(brought.start(), response.reported);
            handle(new Event.BytesRejected(response.request,
                    new ByteRange(brought.start(), response.reported)));
        }
    }

    private void release(Response response) {
        open.remove(response.request);
        if (response.end < Math.min(response.range.end(), fileLength)) {
            drain(response);
        } else {
            response.connection.idleSince = now;
            response.host.kept.push(response.connection);
        }
    }

    private void drain(Response response) {
        response.host.cuts++;
        response.draining = Math.min(
                (double) Math.min(response.range.end(), fileLength) - response.reported,
                response.rate * response.host.server.roundTrip());
        if (response.answered && response.isDraining()) {
            response.host.drains.add(response);
        }
    }

    private void handle(Event event) {
        apply(scheduler.handle(event, nowNs()));
    }

    private void apply(List<Action> actions) {
        for (Action action : actions) {
            switch (action) {
                case Action.Send send -> send(send);
                case Action.Shorten shorten -> shorten(shorten);
                case Action.Cancel cancel -> {
                    Response response = openResponse(cancel);
                    open.remove(cancel.request());
                    drain(response);
                }
            }
        }
    }

    private Response openResponse(Action action) {
        check(open.containsKey(action.request()), "request is over: " + action);
        return Objects.requireNonNull(open.get(action.request()));
    }

    private void shorten(Action.Shorten shorten) {
        Response response = openResponse(shorten);
        boolean isFileEnd = shorten.end() == fileLength && response.end == fileLength;
        check(isFileEnd || (shorten.end() > response.reported && shorten.end() < response.end),
                "not a shorter end: " + shorten + " at " + response.reported + " of "
                        + response.end);
        response.end = shorten.end();
    }

    private void send(Action.Send send) {
        Host host = hosts.get(send.replica());
        check(send.request() > lastRequest, "number used again: " + send);
        check(!isLengthTold || send.range().end() <= fileLength, "beyond the file: " + send);
        check(!host.isGivenUp(), "replica was given up: " + send);
        check(responses(host).count() < host.connectionLimit, "too many connections: " + send);
        lastRequest = send.request();
        host.requests++;
        Connection connection = host.kept.isEmpty() ? new Connection() : host.kept.pop();
        double answersAt = now + host.server.roundTrip() + host.server.answerDelay();
        if (connection.roundTripEnd == 0) {
            host.connections++;
            answersAt += host.server.roundTrip();
        } else {
            reopenWindow(connection, host.server);
        }
        open.put(send.request(), new Response(send.request(), host, send.range(),
                Math.min(send.range().end(), fileLength), connection, answersAt));
    }

    private void reopenWindow(Connection connection, FluidServer server) {
        double timeout = Math.max(MIN_RETRANSMISSION_TIMEOUT, 1.5 * server.roundTrip());
        double halvings = Math.floor((now - connection.idleSince) / timeout);
        connection.window = Math.max(INITIAL_WINDOW, connection.window / Math.pow(2, halvings));
        connection.roundTripEnd = now;
        connection.windowWasBound = false;
    }

    private void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError("%.3f s: %s".formatted(now, otherwise));
        }
    }
}
