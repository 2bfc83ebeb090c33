package org.gridtorrent.mdtp.http;

import java.net.URI;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;
import org.gridtorrent.mdtp.http.ReplicaFault.Code;
import org.gridtorrent.mdtp.schedule.ByteRange;

/**
 * Copy of a file at one web address.
 *
 * <p>Remembers where redirects led, and what the server said of the file: its length and its version. A later
 * response must say the same. Thread-safe.
 */
public final class Replica {

    /** Redirects that one request follows. */
    static final int MAX_REDIRECTS = 5;

    /**
     * What identifies a server's version of the file.
     *
     * @param server its origin; redirects may lead to different ones
     * @param value strong entity tag, or else the time of the last change
     */
    public record Validator(String server, String value) {}

    private final ReplicaClient client;
    private final ReplicaTarget origin;
    private final ReentrantLock lock = new ReentrantLock();
    private ReplicaTarget target;
    private OptionalLong fileLength = OptionalLong.empty();
    private Optional<FileVersion> version = Optional.empty();
    private int underWay;

    Replica(ReplicaClient client, URI uri, AddressPolicy policy) {
        this.client = client;
        origin = new ReplicaTarget(uri, policy);
        target = origin;
    }

    public URI uri() {
        return origin.uri();
    }

    /** What the server that was asked last says of its version; empty if it says nothing of it. */
    public Optional<Validator> validator() {
        lock.lock();
        try {
            return version.flatMap(FileVersion::validator);
        } finally {
            lock.unlock();
        }
    }

    /** Another replica, by the same client. */
    public Replica at(URI uri, AddressPolicy policy) {
        return client.replica(uri, policy);
    }

    /** Asks for a range, on a thread of its own. One that ends at {@link Long#MAX_VALUE} goes to the file's end. */
    public RangeExchange get(ByteRange range, RangeReceiver receiver) {
        return RangeExchange.start(this, Optional.of(range), receiver);
    }

    /** Asks for the whole file, without a range: for servers that do not serve ranges. */
    public RangeExchange getAll(RangeReceiver receiver) {
        return RangeExchange.start(this, Optional.empty(), receiver);
    }

    ReplicaClient client() {
        return client;
    }

    /** Where the last response came from, or the replica's own address. */
    ReplicaTarget target() {
        lock.lock();
        try {
            return target;
        } finally {
            lock.unlock();
        }
    }

    void redirectTo(ReplicaTarget found) {
        lock.lock();
        try {
            target = found;
        } finally {
            lock.unlock();
        }
    }

    void forgetTarget() {
        redirectTo(origin);
    }

    /** Entity tag that the server of this address gave before. */
    Optional<String> entityTag(URI uri) {
        lock.lock();
        try {
            return version.filter(known -> known.server().equals(ReplicaUri.origin(uri)))
                    .flatMap(FileVersion::entityTag);
        } finally {
            lock.unlock();
        }
    }

    OptionalLong fileLength() {
        lock.lock();
        try {
            return fileLength;
        } finally {
            lock.unlock();
        }
    }

    void begin() {
        lock.lock();
        try {
            underWay++;
        } finally {
            lock.unlock();
        }
    }

    void end() {
        lock.lock();
        try {
            underWay--;
        } finally {
            lock.unlock();
        }
    }

    boolean hasOthersUnderWay() {
        lock.lock();
        try {
            return underWay > 1;
        } finally {
            lock.unlock();
        }
    }

    void requireSame(FileVersion now) throws ReplicaFaultException {
        lock.lock();
        try {
            if (version.isPresent() && version.get().differsFrom(now)) {
                throw new ReplicaFaultException(Code.CONTENT_CHANGED, 0, "");
            }
        } finally {
            lock.unlock();
        }
    }

    /** Compares what a response says of the file with what was said before, and remembers it. */
    void note(FileVersion now, OptionalLong length) throws ReplicaFaultException {
        lock.lock();
        try {
            requireSame(now);
            noteLength(length);
            version = Optional.of(now.with(version));
        } finally {
            lock.unlock();
        }
    }

    void noteLength(OptionalLong length) throws ReplicaFaultException {
        lock.lock();
        try {
            if (fileLength.isEmpty()) {
                fileLength = length;
            } else if (length.isPresent() && !fileLength.equals(length)) {
                throw new ReplicaFaultException(Code.LENGTH_CHANGED, 0,
                        Long.toString(length.getAsLong()));
            }
        } finally {
            lock.unlock();
        }
    }

    /** The address, without its query, which may hold a secret. */
    @Override
    public String toString() {
        return uri().getScheme() + "://" + uri().getRawAuthority() + uri().getRawPath();
    }
}
