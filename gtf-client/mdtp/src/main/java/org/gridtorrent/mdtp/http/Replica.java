package org.gridtorrent.mdtp.http;

import java.net.URI;
import java.net.http.HttpHeaders;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;
import org.gridtorrent.mdtp.schedule.ByteRange;

/**
 * Copy of a file at one web address.
 *
 * <p>Remembers where redirects led, and what the server said of the file: its length and its validator, a
 * strong entity tag or else the time of its last change. A later response must say the same. Thread-safe.
 */
public final class Replica {

    /** Redirects that one request follows. */
    static final int MAX_REDIRECTS = 5;

    private final ReplicaClient client;
    private final URI uri;
    private final AddressPolicy policy;
    private final ReentrantLock lock = new ReentrantLock();
    private URI target;
    private OptionalLong fileLength = OptionalLong.empty();
    private Optional<String> entityTag = Optional.empty();
    private Optional<String> lastModified = Optional.empty();
    private int underWay;

    Replica(ReplicaClient client, URI uri, AddressPolicy policy) {
        this.client = client;
        this.uri = uri;
        this.policy = policy;
        target = uri;
    }

    public URI uri() {
        return uri;
    }

    /** What identifies the server's version of the file: its strong entity tag, or else its Last-Modified. */
    public Optional<String> validator() {
        lock.lock();
        try {
            return entityTag.or(() -> lastModified);
        } finally {
            lock.unlock();
        }
    }

    /** Asks for a range, on a thread of its own. */
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

    AddressPolicy policy() {
        return policy;
    }

    URI target() {
        lock.lock();
        try {
            return target;
        } finally {
            lock.unlock();
        }
    }

    void redirectTo(URI found) {
        lock.lock();
        try {
            target = found;
        } finally {
            lock.unlock();
        }
    }

    Optional<String> entityTag() {
        lock.lock();
        try {
            return entityTag;
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

    /** Compares what a response says of the file with what was said before, and remembers it. */
    Optional<ReplicaFault.Code> note(OptionalLong length, HttpHeaders headers) {
        Optional<String> tag = headers.firstValue("etag").filter(value -> value.startsWith("\""));
        Optional<String> modified = headers.firstValue("last-modified");
        lock.lock();
        try {
            if (differs(entityTag, tag)
                    || (entityTag.isEmpty() && differs(lastModified, modified))) {
                return Optional.of(ReplicaFault.Code.CONTENT_CHANGED);
            }
            if (fileLength.isPresent() && length.isPresent() && !fileLength.equals(length)) {
                return Optional.of(ReplicaFault.Code.LENGTH_CHANGED);
            }
            entityTag = entityTag.or(() -> tag);
            lastModified = lastModified.or(() -> modified);
            fileLength = fileLength.isPresent() ? fileLength : length;
            return Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    private static boolean differs(Optional<String> before, Optional<String> now) {
        return before.isPresent() && now.isPresent() && !before.equals(now);
    }

    /** The address, without its query, which may hold a secret. */
    @Override
    public String toString() {
        return uri.getScheme() + "://" + uri.getRawAuthority() + uri.getRawPath();
    }
}
