package org.gridtorrent.fuse;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.gridtorrent.fuse.system.Errno;
import org.gridtorrent.fuse.system.ErrnoException;

/** What programs have open, by the number that the kernel knows it by. Numbers are not used again. Thread-safe. */
final class HandleTable<T> {
    private final Map<Long, T> open = new ConcurrentHashMap<>();
    private final AtomicLong last = new AtomicLong();

    long add(T value) {
        long handle = last.incrementAndGet();
        open.put(handle, value);
        return handle;
    }

    T get(long handle) throws ErrnoException {
        T value = open.get(handle);
        if (value == null) {
            throw new ErrnoException(Errno.EBADF);
        }
        return value;
    }

    Optional<T> remove(long handle) {
        return Optional.ofNullable(open.remove(handle));
    }

    /** All that is open, which is not any more. */
    Collection<T> removeAll() {
        List<T> all = List.copyOf(open.values());
        open.clear();
        return all;
    }
}
