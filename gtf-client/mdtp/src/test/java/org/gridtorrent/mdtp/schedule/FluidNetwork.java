package org.gridtorrent.mdtp.schedule;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.DoublePredicate;
import java.util.function.DoubleUnaryOperator;
import org.gridtorrent.mdtp.schedule.RangeScheduler.Action;
import org.gridtorrent.mdtp.schedule.RangeScheduler.Event;

/**
 * Simulated web servers whose responses flow like fluids, and a client that does what a scheduler says.
 *
 * <p>Each replica has a line. Its responses share the line's rate equally, each at most a window in a round
 * trip. The window is ten segments (RFC 6928) on a new connection and doubles in each round trip in which
 * it was the bound; on a kept connection that was idle it is halved for each retransmission timeout (RFC
 * 2861). A new connection takes one round trip more. A response that is given up goes on for one round
 * trip; what it brings is wasted, and its connection is closed.
 *
 * <p>Time advances in steps of a millisecond, so that a run is deterministic.
 */
final class FluidNetwork {
    private static final double STEP = 1e-3;
    private static final double INITIAL_WINDOW = 10 * 1448;
    private static final double MIN_RETRANSMISSION_TIMEOUT = 0.2;

    /**
     * Line to one replica, with its server.
     *
     * @param rate bytes a second at a time in seconds; nothing arrives at all while it is zero
     * @param roundTrip in seconds
     * @param connectionRate most bytes a second of one connection
     * @param connections that the server accepts at once
     * @param alive whether the server runs at a time in seconds; requests fail while it does not
     * @param answerDelay seconds that the server takes before it answers a request
     */
    record Server(DoubleUnaryOperator rate, double roundTrip, double connectionRate,
            int connections, DoublePredicate alive, double answerDelay) {

        static Server of(double rate) {
            return new Server(_ -> rate, 0.02, Double.MAX_VALUE, Integer.MAX_VALUE, _ -> true, 0);
        }

        Server withRate(DoubleUnaryOperator other) {
            return new Server(other, roundTrip, connectionRate, connections, alive, answerDelay);
        }

        Server withRoundTrip(double seconds) {
            return new Server(rate, seconds, connectionRate, connections, alive, answerDelay);
        }

        Server withConnectionRate(double most) {
            return new Server(rate, roundTrip, most, connections, alive, answerDelay);
        }

        Server withConnections(int most) {
            return new Server(rate, roundTrip, connectionRate, most, alive, answerDelay);
        }

        Server withAlive(DoublePredicate other) {
            return new Server(rate, roundTrip, connectionRate, connections, other, answerDelay);
        }

        Server withAnswerDelay(double seconds) {
            return new Server(rate, roundTrip, connectionRate, connections, alive, seconds);
        }
    }

    /** What one replica did. */
    static final class Tally {
        int requests;
        int connections;
        int cuts;
        long bytes;
        double wasted;

        @Override
        public String toString() {
            return "%.1f MB in %d requests on %d connections, %d cut, %.0f KB wasted".formatted(
                    bytes / 1e6, requests, connections, cuts, wasted / 1e3);
        }
    }

    private static final class Connection {
        double window = INITIAL_WINDOW;
        double idleSince;
        /** When the window is looked at next. */
        double windowAt;
        boolean windowWasBound;
    }

    private static final class Response {
        final int request;
        final int replica;
        final long start;
        final long requestedEnd;
        final Connection connection;
        final double answersAt;
        long end;
        double position;
        long reported;
        boolean answered;
        double allowance;
        /** Bytes that still come of a response that was given up. */
        double draining;

        Response(Action.Send send, Connection connection, double answersAt, long fileLength) {
            this.request = send.request();
            this.replica = send.replica();
            this.start = send.range().start();
            this.requestedEnd = Math.min(send.range().end(), fileLength);
            this.connection = connection;
            this.answersAt = answersAt;
            this.end = requestedEnd;
            this.position = start;
            this.reported = start;
        }
    }

    private final List<Server> servers;
    private final long fileLength;
    private final RangeScheduler scheduler;
    final List<Tally> tallies = new ArrayList<>();
    private final List<Deque<Connection>> idle = new ArrayList<>();
    private final List<Integer> failures = new ArrayList<>();
    private final Map<Integer, Response> responses = new HashMap<>();
    private final List<Response> drains = new ArrayList<>();
    private final RangeSet arrived = new RangeSet();
    private int lastRequest = -1;
    private double now;
    private boolean trace;
    double duplicated;

    FluidNetwork(List<Server> servers, long fileLength, RangeScheduler scheduler) {
        this.servers = servers;
        this.fileLength = fileLength;
        this.scheduler = scheduler;
        servers.forEach(_ -> {
            tallies.add(new Tally());
            idle.add(new ArrayDeque<>());
            failures.add(0);
        });
    }

    FluidNetwork traced() {
        trace = true;
        return this;
    }

    void keep(ByteRange range) {
        arrived.add(range.start(), range.end());
    }

    /** Fetches the file; empty if it is not there at the time limit. */
    OptionalDouble run(double limitSeconds) {
        apply(scheduler.start(0));
        double nextTick = 0.1;
        for (long step = 0; step * STEP < limitSeconds; step++) {
            now = step * STEP;
            flow();
            if (scheduler.isComplete()) {
                return OptionalDouble.of(now);
            }
            if (now >= nextTick) {
                nextTick += 0.1;
                apply(scheduler.tick(nanos()));
            }
        }
        return OptionalDouble.empty();
    }

    boolean hasAll() {
        return arrived.length() == fileLength;
    }

    /** Bytes that arrived twice or beyond the end of a shortened request. */
    long wastedBytes() {
        return (long) (duplicated + tallies.stream().mapToDouble(t -> t.wasted).sum());
    }

    /** Time, and what each replica brought. */
    String describe(double ideal) {
        StringBuilder text = new StringBuilder(
                ": %.2f s, %.3f of the ideal, %.2f %% wasted".formatted(now, now / ideal,
                        100.0 * wastedBytes() / fileLength));
        tallies.forEach(tally -> text.append("\n  ").append(tally));
        return text.toString();
    }

    /** Least time in which these servers bring the file, over one connection to each. */
    static double idealSeconds(List<Server> servers, long length) {
        double missing = length;
        for (long step = 0;; step++) {
            double time = step * STEP;
            double bytes = STEP * servers.stream().mapToDouble(s -> openedRate(s, time)).sum();
            if (missing <= bytes) {
                return time + STEP * missing / bytes;
            }
            missing -= bytes;
        }
    }

    private static double openedRate(Server server, double time) {
        double roundTrips = time / server.roundTrip() - 2;
        if (roundTrips < 0) {
            return 0;
        }
        double window = INITIAL_WINDOW * Math.pow(2, Math.floor(roundTrips));
        double byWindow = window / server.roundTrip();
        double byLine = server.rate().applyAsDouble(time);
        return byWindow < server.rate().applyAsDouble(0) ? Math.min(byWindow, byLine) : byLine;
    }

    private long nanos() {
        return Math.round(now * 1e9);
    }

    private void flow() {
        for (int i = 0; i < servers.size(); i++) {
            Server server = servers.get(i);
            int replica = i;
            if (!server.alive().test(now)) {
                for (Response response : List.copyOf(responses.values())) {
                    if (response.replica == replica
                            && (response.answered || now >= response.answersAt)) {
                        fail(response);
                    }
                }
                idle.get(replica).clear();
                continue;
            }
            share(replica, server);
        }
        for (Response response : List.copyOf(responses.values())) {
            if (responses.containsKey(response.request)) {
                report(response);
            }
        }
    }

    private void fail(Response response) {
        responses.remove(response.request);
        int times = failures.get(response.replica);
        failures.set(response.replica, times + 1);
        handle(new Event.RequestFailed(response.request,
                Duration.ofSeconds(Math.min(60, 1L << Math.min(times, 6)))));
    }

    private void share(int replica, Server server) {
        double line = server.rate().applyAsDouble(now);
        if (line <= 0) {
            return;
        }
        List<Response> sharing = new ArrayList<>();
        for (Response response : responses.values()) {
            if (response.replica == replica && now >= response.answersAt) {
                sharing.add(response);
            }
        }
        for (Response drain : drains) {
            if (drain.replica == replica) {
                sharing.add(drain);
            }
        }
        sharing.sort((a, b) -> Double.compare(bound(a, server), bound(b, server)));
        double rest = line;
        int count = sharing.size();
        for (Response response : sharing) {
            double fair = rest / count--;
            double rate = Math.min(fair, bound(response, server));
            rest -= rate;
            grow(response.connection, server, rate < fair * 0.999);
            if (response.draining > 0) {
                double bytes = Math.min(response.draining, rate * STEP);
                response.draining -= bytes;
                tallies.get(replica).wasted += bytes;
            } else {
                response.allowance = rate;
                response.position = Math.min((double) response.end,
                        response.position + rate * STEP);
            }
        }
        drains.removeIf(drain -> drain.draining <= 0);
    }

    private double bound(Response response, Server server) {
        return Math.min(response.connection.window / server.roundTrip(), server.connectionRate());
    }

    private void grow(Connection connection, Server server, boolean bound) {
        connection.windowWasBound |= bound;
        if (now >= connection.windowAt) {
            if (connection.windowWasBound && connection.windowAt > 0) {
                connection.window *= 2;
            }
            connection.windowWasBound = false;
            connection.windowAt = now + server.roundTrip();
        }
    }

    private void report(Response response) {
        if (now < response.answersAt
                || servers.get(response.replica).rate().applyAsDouble(now) <= 0) {
            return;
        }
        if (!response.answered) {
            response.answered = true;
            if (response.start >= fileLength) {
                finish(response);
                handle(new Event.RangeUnsatisfiable(response.request, fileLength));
                return;
            }
            if (idleCount(response.replica) > servers.get(response.replica).connections()) {
                responses.remove(response.request);
                handle(new Event.TooManyConnections(response.request,
                        servers.get(response.replica).connections()));
                return;
            }
            handle(new Event.ResponseStarted(response.request, fileLength));
        }
        long whole = (long) response.position;
        if (whole > response.reported && responses.containsKey(response.request)) {
            int count = (int) (whole - response.reported);
            response.reported = whole;
            tallies.get(response.replica).bytes += count;
            failures.set(response.replica, 0);
            duplicated += count - arrived.add(whole - count, whole);
            handle(new Event.BytesReceived(response.request, count));
        }
        if (response.reported >= response.end && responses.containsKey(response.request)) {
            finish(response);
            handle(new Event.RequestCompleted(response.request));
        }
    }

    private long idleCount(int replica) {
        return responses.values().stream().filter(r -> r.replica == replica).count();
    }

    private void finish(Response response) {
        responses.remove(response.request);
        if (response.end < response.requestedEnd) {
            giveUp(response);
        } else {
            response.connection.idleSince = now;
            idle.get(response.replica).push(response.connection);
        }
    }

    private void giveUp(Response response) {
        Tally tally = tallies.get(response.replica);
        tally.cuts++;
        if (response.answered) {
            response.draining = Math.min((double) response.requestedEnd - response.reported,
                    response.allowance * servers.get(response.replica).roundTrip());
            if (response.draining > 0) {
                drains.add(response);
            }
        }
    }

    private void handle(Event event) {
        apply(scheduler.handle(event, nanos()));
    }

    private void apply(List<Action> actions) {
        for (Action action : actions) {
            if (trace) {
                System.out.printf("%.3f %s%n", now, action);
            }
            switch (action) {
                case Action.Send send -> send(send);
                case Action.Shorten shorten -> {
                    Response response = live(shorten.request());
                    if (shorten.end() <= response.reported || shorten.end() > response.end) {
                        if (!(shorten.end() == fileLength && response.end == fileLength)) {
                            throw new AssertionError(
                                    shorten + " of " + response.reported + " to " + response.end);
                        }
                    }
                    response.end = shorten.end();
                }
                case Action.Cancel cancel -> {
                    Response response = live(cancel.request());
                    responses.remove(cancel.request());
                    giveUp(response);
                }
            }
        }
    }

    private Response live(int request) {
        Response response = responses.get(request);
        if (response == null) {
            throw new AssertionError("action for request " + request + ", which is over");
        }
        return response;
    }

    private void send(Action.Send send) {
        if (send.request() <= lastRequest) {
            throw new AssertionError("request number used again: " + send);
        }
        lastRequest = send.request();
        Server server = servers.get(send.replica());
        Tally tally = tallies.get(send.replica());
        tally.requests++;
        Connection connection = idle.get(send.replica()).poll();
        double answersAt = now + server.roundTrip() + server.answerDelay();
        if (connection == null) {
            connection = new Connection();
            tally.connections++;
            answersAt += server.roundTrip();
        } else {
            double timeout = Math.max(MIN_RETRANSMISSION_TIMEOUT, 1.5 * server.roundTrip());
            double halvings = Math.floor((now - connection.idleSince) / timeout);
            connection.window = Math.max(INITIAL_WINDOW, connection.window / Math.pow(2, halvings));
        }
        connection.windowAt = 0;
        connection.windowWasBound = false;
        responses.put(send.request(), new Response(send, connection, answersAt, fileLength));
    }
}
