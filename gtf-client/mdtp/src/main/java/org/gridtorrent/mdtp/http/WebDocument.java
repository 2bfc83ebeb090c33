package org.gridtorrent.mdtp.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.gridtorrent.mdtp.http.ReplicaFault.Code;
import org.jspecify.annotations.Nullable;

/** Short document at a web address, such as a Metalink. */
public final class WebDocument {

    /** How long all of it may take. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final MetalinkHeaders header;
    private final byte[] bytes;

    private WebDocument(MetalinkHeaders header, byte[] bytes) {
        this.header = header;
        this.bytes = bytes;
    }

    /** Where it was found in the end. */
    public URI address() {
        return header.base();
    }

    /** Which hosts the addresses in it may lead to. */
    public AddressPolicy linkPolicy() {
        return header.linkPolicy();
    }

    public byte[] bytes() {
        return bytes.clone();
    }

    /**
     * Reads it whole.
     *
     * @throws ReplicaFaultException if the server does not serve it, or it is longer than the limit
     */
    public static WebDocument read(Replica place, int limit)
            throws IOException, InterruptedException {
        Receiver receiver = new Receiver(limit);
        RangeExchange exchange = place.getAll(receiver);
        try {
            return receiver.document.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new ReplicaFaultException(Code.TIMEOUT, 0, "");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof ReplicaFaultException fault) {
                throw fault;
            }
            throw new IllegalStateException(e);
        } finally {
            exchange.cancel();
        }
    }

    /** Collects the bytes, on the exchange's thread. */
    private static final class Receiver implements RangeReceiver {
        final CompletableFuture<WebDocument> document = new CompletableFuture<>();
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final int limit;
        private @Nullable MetalinkHeaders header;

        Receiver(int limit) {
            this.limit = limit;
        }

        @Override
        public void started(RangeResponse response) {
            header = response.metalinkHeaders().getLast();
        }

        @Override
        public void received(ByteBuffer more) {
            if (more.remaining() > limit - bytes.size()) {
                failed(ReplicaFault.of(Code.TOO_LONG, 0, ""));
            } else {
                byte[] copy = new byte[more.remaining()];
                more.get(copy);
                bytes.writeBytes(copy);
            }
        }

        @Override
        public void completed() {
            document.complete(new WebDocument(Objects.requireNonNull(header, "started"),
                    bytes.toByteArray()));
        }

        @Override
        public void unsatisfiable(long fileLength) {
            throw new IllegalStateException("no range was asked for");
        }

        @Override
        public void failed(ReplicaFault fault) {
            document.completeExceptionally(new ReplicaFaultException(fault));
        }
    }
}
