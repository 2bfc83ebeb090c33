package org.gridtorrent.terminal;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/**
 * Unix domain socket on which a running program takes commands of its own user, and of nobody else.
 *
 * <p>One virtual thread accepts, another serves each connection. When accepting fails, for want of
 * file descriptors for example, it is tried again until the socket is closed.
 */
public final class UserSocket implements AutoCloseable {
    private static final long PAUSE_AFTER_FAILURE_MS = 100;

    private final Path path;
    private final ServerSocketChannel listener;
    private final Semaphore places;
    private final Service service;
    private final Consumer<Throwable> failures;
    /** Whether the last connection could not be accepted; of the thread that accepts. */
    private boolean failed;

    /** What is done with a connection, which is closed afterwards. */
    public interface Service {
        void serve(SocketChannel connection) throws IOException, InterruptedException;
    }

    private UserSocket(Path path, ServerSocketChannel listener, int maxConnections,
            Service service, Consumer<Throwable> failures) {
        this.path = path;
        this.listener = listener;
        this.places = new Semaphore(maxConnections);
        this.service = service;
        this.failures = failures;
    }

    /**
     * Listens at {@code address}. The caller holds its home's lock, so what lies there is left over.
     *
     * @param failures is told of each connection that broke off, and once when none can be accepted
     */
    public static UserSocket open(UnixDomainSocketAddress address, int maxConnections,
            Service service, Consumer<Throwable> failures) throws IOException {
        Path path = address.getPath();
        Files.deleteIfExists(path);
        ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        listener.bind(address);
        // Between these two steps the home's own permissions keep others out.
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-------"));
        var socket = new UserSocket(path, listener, maxConnections, service, failures);
        Thread.ofVirtual().name("control").start(socket::accept);
        return socket;
    }

    private void accept() {
        try {
            while (listener.isOpen()) {
                places.acquire();
                try {
                    SocketChannel connection = listener.accept();
                    Thread.ofVirtual().name("control-connection").start(() -> serve(connection));
                    failed = false;
                } catch (IOException | Error e) {
                    // Out of descriptors or memory; others come when there are some again.
                    places.release();
                    pauseUnlessClosed(e);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void pauseUnlessClosed(Throwable e) throws InterruptedException {
        if (listener.isOpen()) {
            if (!failed) {
                failed = true;
                failures.accept(e);
            }
            Thread.sleep(PAUSE_AFTER_FAILURE_MS);
        }
    }

    private void serve(SocketChannel connection) {
        try (connection) {
            service.serve(connection);
        } catch (IOException e) {
            failures.accept(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            places.release();
        }
    }

    /** The characters up to the line's end; empty at the stream's end. */
    public static String readLine(BufferedReader in, int maxLength) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
            if (line.length() >= maxLength) {
                throw new IOException("a line longer than " + maxLength + " characters");
            }
            line.append((char) c);
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        Files.deleteIfExists(path);
    }
}
