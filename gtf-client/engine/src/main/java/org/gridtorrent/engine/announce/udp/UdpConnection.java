package org.gridtorrent.engine.announce.udp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.gridtorrent.engine.announce.message.InvalidResponseException;
import org.gridtorrent.engine.announce.message.TrackerFailureException;

/**
 * Connection to one address of a UDP tracker, shared by all torrents (BEP 15).
 *
 * <p>It first gets a connection id, once for all pending requests, which is used for a
 * minute. A request without a response is sent again after 15 · 2^n seconds, n counting up to eight, until
 * it expires. A response counts when it carries the transaction id of a pending request.
 * A tracker that fails a request with an older connection id may have been
 * restarted, so the request is tried once more with a new id.
 *
 * <p>Pure: the clock is passed in, datagrams are passed to a consumer. For one thread.
 */
final class UdpConnection {
    private static final long INITIAL_TIMEOUT_NS = 15_000_000_000L;
    private static final int MAX_DOUBLINGS = 8;
    private static final long CONNECTION_LIFETIME_NS = 60_000_000_000L;

    private final int addressLength;
    private final RandomGenerator random;
    private final Map<Integer, Transaction> transactions = new HashMap<>();
    private final Retransmission connect = new Retransmission();
    private int connectTransactionId;
    private boolean connected;
    private long connectionId;
    private long connectionExpiresNs;

    /** Retransmission timer. */
    private static class Retransmission {
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
            nextNs = nowNs + (INITIAL_TIMEOUT_NS << doublings);
            doublings = Math.min(MAX_DOUBLINGS, doublings + 1);
            sent = true;
        }

        /** Sends again at once; the pauses go on doubling. */
        void resendNow() {
            sent = false;
        }

        void reset() {
            sent = false;
            doublings = 0;
        }
    }

    private static final class Transaction extends Retransmission {
        private final UdpRequest request;
        private final CompletableFuture<UdpResponse> response;
        private final long endNs;
        private boolean usedOldConnection;
        private boolean mayReconnect = true;

        Transaction(UdpRequest request, CompletableFuture<UdpResponse> response, long endNs) {
            this.request = request;
            this.response = response;
            this.endNs = endNs;
        }
    }

    UdpConnection(int addressLength, RandomGenerator random) {
        this.addressLength = addressLength;
        this.random = random;
    }

    /** The response fails with an {@link IOException} when it has not arrived by {@code endNs}. */
    void send(UdpRequest request, CompletableFuture<UdpResponse> response, long endNs) {
        Transaction transaction = new Transaction(request, response, endNs);
        transaction.usedOldConnection = connected;
        transactions.put(newTransactionId(), transaction);
    }

    private int newTransactionId() {
        int id = random.nextInt();
        while (transactions.containsKey(id) || id == connectTransactionId) {
            id = random.nextInt();
        }
        return id;
    }

    /** Fails expired requests, and sends those that are due. */
    void tick(long nowNs, Consumer<ByteBuffer> out) {
        expire(nowNs);
        if (nowNs - connectionExpiresNs >= 0) {
            forgetConnection();
        }
        if (connected) {
            transactions.forEach((id, transaction) -> {
                if (transaction.isDue(nowNs)) {
                    transaction.sent(nowNs);
                    out.accept(transaction.request.encode(connectionId, id));
                }
            });
        } else if (!transactions.isEmpty() && connect.isDue(nowNs)) {
            if (connect.doublings == 0) {
                connectTransactionId = newTransactionId();
            }
            connect.sent(nowNs);
            out.accept(UdpRequest.connect(connectTransactionId));
        }
    }

    private void forgetConnection() {
        if (connected) {
            connected = false;
            connect.reset();
        }
    }

    private void expire(long nowNs) {
        transactions.values().removeIf(transaction -> {
            boolean over = nowNs - transaction.endNs >= 0;
            if (over) {
                transaction.response.completeExceptionally(new IOException("it did not answer"));
            }
            return over || transaction.response.isDone();
        });
        if (transactions.isEmpty() && !connected) {
            connect.reset();
        }
    }

    /** Handles a datagram from the tracker's address. */
    void received(ByteBuffer datagram, long nowNs) {
        if (datagram.remaining() < UdpResponse.HEADER_LENGTH) {
            return;
        }
        int action = datagram.getInt();
        int id = datagram.getInt();
        Transaction transaction = transactions.get(id);
        boolean connecting = !connected && connect.sent && id == connectTransactionId;
        if (transaction == null && !connecting) {
            return;
        }
        try {
            UdpResponse response = UdpResponse.parse(action, datagram, addressLength);
            if (connecting) {
                connected(response, nowNs);
            } else if (transaction != null) {
                received(id, transaction, response);
            }
        } catch (IOException e) {
            if (transaction != null) {
                fail(id, transaction, e);
            }
        }
    }

    private void connected(UdpResponse response, long nowNs) {
        switch (response) {
            case UdpResponse.Connect(long id) -> {
                connected = true;
                connectionId = id;
                connectionExpiresNs = nowNs + CONNECTION_LIFETIME_NS;
                connect.reset();
                transactions.values().forEach(Retransmission::resendNow);
            }
            case UdpResponse.Failure(String reason) -> fail(new TrackerFailureException(reason));
            default -> {
                // no response to a connect, which is sent again
            }
        }
    }

    private void received(int id, Transaction transaction, UdpResponse response) {
        if (response instanceof UdpResponse.Failure(String reason)) {
            if (transaction.usedOldConnection && transaction.mayReconnect) {
                transaction.mayReconnect = false;
                transaction.resendNow();
                forgetConnection();
            } else {
                fail(id, transaction, new TrackerFailureException(reason));
            }
        } else if (transaction.request.accepts(response)) {
            transactions.remove(id);
            transaction.response.complete(response);
        } else {
            fail(id, transaction, new InvalidResponseException("it answers what was not asked"));
        }
    }

    private void fail(int id, Transaction transaction, IOException why) {
        transactions.remove(id);
        transaction.response.completeExceptionally(why);
    }

    /** Fails all requests. */
    void fail(IOException why) {
        List<Transaction> ended = new ArrayList<>(transactions.values());
        transactions.clear();
        connect.reset();
        ended.forEach(transaction -> transaction.response.completeExceptionally(why));
    }

    /** Whether there is neither a request nor a connection id. */
    boolean isIdle() {
        return transactions.isEmpty() && !connected;
    }

    /** The time until {@link #tick} has something to do; {@link Long#MAX_VALUE} if nothing. */
    long waitNs(long nowNs) {
        long waitNs = Long.MAX_VALUE;
        if (connected) {
            waitNs = connectionExpiresNs - nowNs;
        } else if (!transactions.isEmpty()) {
            waitNs = connect.waitNs(nowNs);
        }
        for (Transaction transaction : transactions.values()) {
            waitNs = Math.min(waitNs, transaction.endNs - nowNs);
            if (connected) {
                waitNs = Math.min(waitNs, transaction.waitNs(nowNs));
            }
        }
        return Math.max(0, waitNs);
    }
}
