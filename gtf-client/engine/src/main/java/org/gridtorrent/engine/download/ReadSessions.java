package org.gridtorrent.engine.download;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Sequential sessions of one open file: tells reads that go on from random ones.
 *
 * <p>A read at the start of the file, or at the end of the last read of a session, is sequential. A sequential
 * session takes reads that are up to 4 MiB before or after the place where it goes on: the kernel reorders
 * them. Up to four sessions are followed, the least recently used one makes room. A session that is not read
 * while others are, since the reader has moved on, reads ahead no more until it is read again.
 *
 * <p>Positions and lengths are in bytes. For one thread.
 */
final class ReadSessions {
    static final int MAX_SESSIONS = 4;
    static final long MAX_REORDERING = 4L << 20;
    /** Reads elsewhere after which a session is left. */
    private static final int MAX_READS_ELSEWHERE = 16;

    /** The most recently used last. */
    private final List<Session> sessions = new ArrayList<>();
    private long reads;

    private static final class Session {
        private long next;
        private boolean sequential;
        private long lastRead;
    }

    /** Notes a read. */
    void read(long position, long length) {
        reads++;
        Session session = find(position).orElseGet(() -> begin(position));
        session.sequential |= position == session.next;
        session.next = Math.max(session.next, position + length);
        session.lastRead = reads;
        sessions.remove(session);
        sessions.add(session);
    }

    private Optional<Session> find(long position) {
        return sessions.stream().filter(session -> session.next == position).findFirst()
                .or(() -> sessions.reversed().stream().filter(session -> session.sequential
                        && Math.abs(session.next - position) <= MAX_REORDERING).findFirst());
    }

    private Session begin(long position) {
        if (sessions.size() == MAX_SESSIONS) {
            sessions.removeFirst();
        }
        var session = new Session();
        session.next = position == 0 ? 0 : -1;
        return session;
    }

    /** Where to read ahead, the most recently used first. */
    List<Long> positions() {
        return sessions.reversed().stream()
                .filter(session -> session.sequential
                        && reads - session.lastRead < MAX_READS_ELSEWHERE)
                .map(session -> session.next).toList();
    }
}
