package org.gridtorrent.engine.announce;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * What is being asked at one address of a UDP tracker, for all contents together (BEP 15).
 *
 * <p>Before anything else a connection id is asked for, once for all who wait, and then used for a
 * minute. What is not answered is sent again after 15 · 2^n seconds, n counting up to eight, until
 * whoever asked has lost patience. An answer counts when it carries a transaction number that was
 * sent here and not answered yet. A tracker that refuses an id that was good before may have been
 * started anew, so that the request is tried once more with a fresh one.
 *
 * <p>Pure: the clock is passed in, datagrams go out through the consumer. For one thread.
 */
final class UdpConnection {
    private static final long FIRST_TIMEOUT_NS = 15_000_000_000L;
    private static final int MAX_DOUBLINGS = 8;
    private static final long CONNECTION_LIFE_NS = 60_000_000_000L;

    private final int addressLength;
    private final RandomGenerator random;
    private final Map<Integer, Exchange> exchanges = new HashMap<>();
    private final Resending connect = new Resending();
    private int connectTransaction;
    private boolean connected;
    private long connectionId;
    private long connectionEndNs;

    /** When something is sent again. */
    private static class Resending {
        private int doublings;
        private boolean sent;
        private long nextNs;

        boolean isDue(long nowNs) {
            return !sent || nowNs - nextNs >= 0;
        }

        long waitNs(long nowNs) {
            return sent ? nextNs - nowNs : 0;
        }

        void sent(long nowNs) {
            nextNs = nowNs + (FIRST_TIMEOUT_NS << doublings);
            doublings = Math.min(MAX_DOUBLINGS, doublings + 1);
            sent = true;
        }

        /** Sent again at once, with pauses that go on growing. */
        void hasten() {
            sent = false;
        }

        void reset() {
            sent = false;
            doublings = 0;
        }
    }

    private static final class Exchange extends Resending {
        private final UdpRequest request;
        private final CompletableFuture<UdpResponse> answer;
        private final long endNs;
        private boolean withOldConnection;
        private boolean mayReconnect = true;

        Exchange(UdpRequest request, CompletableFuture<UdpResponse> answer, long endNs) {
            this.request = request;
            this.answer = answer;
            this.endNs = endNs;
        }
    }

    UdpConnection(int addressLength, RandomGenerator random) {
        this.addressLength = addressLength;
        this.random = random;
    }

    /** The answer fails with an {@link IOException} when it has not come by then. */
    void ask(UdpRequest request, CompletableFuture<UdpResponse> answer, long endNs) {
        Exchange exchange = new Exchange(request, answer, endNs);
        exchange.withOldConnection = connected;
        exchanges.put(freshTransaction(), exchange);
    }

    private int freshTransaction() {
        int transaction = random.nextInt();
        while (exchanges.containsKey(transaction) || transaction == connectTransaction) {
            transaction = random.nextInt();
        }
        return transaction;
    }

    /** Gives up what has taken too long, and sends what is due. */
    void tick(long nowNs, Consumer<ByteBuffer> out) {
        giveUp(nowNs);
        if (nowNs - connectionEndNs >= 0) {
            forgetConnection();
        }
        if (connected) {
            exchanges.forEach((transaction, exchange) -> {
                if (exchange.isDue(nowNs)) {
                    exchange.sent(nowNs);
                    out.accept(exchange.request.encode(connectionId, transaction));
                }
            });
        } else if (!exchanges.isEmpty() && connect.isDue(nowNs)) {
            if (connect.doublings == 0) {
                connectTransaction = freshTransaction();
            }
            connect.sent(nowNs);
            out.accept(UdpRequest.connect(connectTransaction));
        }
    }

    /** Unless it is forgotten, and perhaps asked for, already. */
    private void forgetConnection() {
        if (connected) {
            connected = false;
            connect.reset();
        }
    }

    private void giveUp(long nowNs) {
        exchanges.values().removeIf(exchange -> {
            boolean over = nowNs - exchange.endNs >= 0;
            if (over) {
                exchange.answer.completeExceptionally(new IOException("it did not answer"));
            }
            return over || exchange.answer.isDone();
        });
        if (exchanges.isEmpty() && !connected) {
            connect.reset();
        }
    }

    /** A datagram from this address. */
    void received(ByteBuffer datagram, long nowNs) {
        if (datagram.remaining() < UdpResponse.HEADER) {
            return;
        }
        int action = datagram.getInt();
        int transaction = datagram.getInt();
        Exchange exchange = exchanges.get(transaction);
        boolean connecting = !connected && connect.sent && transaction == connectTransaction;
        if (exchange == null && !connecting) {
            return;
        }
        try {
            UdpResponse answer = UdpResponse.parse(action, datagram, addressLength);
            if (connecting) {
                connected(answer, nowNs);
            } else if (exchange != null) {
                answered(transaction, exchange, answer);
            }
        } catch (IOException e) {
            if (exchange != null) {
                fail(transaction, exchange, e);
            }
        }
    }

    private void connected(UdpResponse answer, long nowNs) {
        switch (answer) {
            case UdpResponse.Connected(long id) -> {
                connected = true;
                connectionId = id;
                connectionEndNs = nowNs + CONNECTION_LIFE_NS;
                connect.reset();
                exchanges.values().forEach(Resending::hasten);
            }
            case UdpResponse.Refused(String reason) -> fail(new TrackerFailureException(reason));
            default -> {
                // not an answer to this; it will be asked again
            }
        }
    }

    private void answered(int transaction, Exchange exchange, UdpResponse answer) {
        if (answer instanceof UdpResponse.Refused(String reason)) {
            if (exchange.withOldConnection && exchange.mayReconnect) {
                exchange.mayReconnect = false;
                exchange.hasten();
                forgetConnection();
            } else {
                fail(transaction, exchange, new TrackerFailureException(reason));
            }
        } else if (exchange.request.accepts(answer)) {
            exchanges.remove(transaction);
            exchange.answer.complete(answer);
        } else {
            fail(transaction, exchange, new InvalidResponseException("it answers what was not asked"));
        }
    }

    private void fail(int transaction, Exchange exchange, IOException why) {
        exchanges.remove(transaction);
        exchange.answer.completeExceptionally(why);
    }

    /** Ends all that is being asked. */
    void fail(IOException why) {
        List<Exchange> ended = new ArrayList<>(exchanges.values());
        exchanges.clear();
        connect.reset();
        ended.forEach(exchange -> exchange.answer.completeExceptionally(why));
    }

    /** Nothing is asked, and no connection id is kept. */
    boolean isIdle() {
        return exchanges.isEmpty() && !connected;
    }

    /** How long until {@link #tick} has something to do; {@link Long#MAX_VALUE} for ever. */
    long waitNs(long nowNs) {
        long waitNs = Long.MAX_VALUE;
        if (connected) {
            waitNs = connectionEndNs - nowNs;
        } else if (!exchanges.isEmpty()) {
            waitNs = connect.waitNs(nowNs);
        }
        for (Exchange exchange : exchanges.values()) {
            waitNs = Math.min(waitNs, exchange.endNs - nowNs);
            if (connected) {
                waitNs = Math.min(waitNs, exchange.waitNs(nowNs));
            }
        }
        return Math.max(0, waitNs);
    }
}
