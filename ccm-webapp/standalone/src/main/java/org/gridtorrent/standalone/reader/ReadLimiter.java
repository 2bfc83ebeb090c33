package org.gridtorrent.standalone.reader;

import java.util.HashMap;
import java.util.Map;
import org.gridtorrent.ccm.site.FileSource.NotNow;
import org.gridtorrent.ccm.site.FileSource.Reason;

/** Limits of files read at a time, in total and for each user. Thread-safe. */
final class ReadLimiter {
    private static final int MOST = 8;
    private static final int MOST_OF_ONE = 2;

    private final Map<String, Integer> taken = new HashMap<>();

    synchronized void take(String personId) throws NotNow {
        if (taken.getOrDefault(personId, 0) >= MOST_OF_ONE) {
            throw new NotNow(Reason.YOURS, MOST_OF_ONE + " files are read for this person");
        }
        if (taken.values().stream().mapToInt(Integer::intValue).sum() >= MOST) {
            throw new NotNow(Reason.BUSY, MOST + " files are read");
        }
        taken.merge(personId, 1, Integer::sum);
    }

    synchronized void giveBack(String personId) {
        taken.compute(personId, (_, count) -> count == null || count == 1 ? null : count - 1);
    }
}
