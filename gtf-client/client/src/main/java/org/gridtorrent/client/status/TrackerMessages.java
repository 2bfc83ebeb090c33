package org.gridtorrent.client.status;

import java.util.List;
import java.util.OptionalLong;
import org.gridtorrent.engine.announce.TrackerStatus;
import org.gridtorrent.engine.announce.TrackerStatus.State;
import org.gridtorrent.engine.announce.message.SwarmCounts;

/** End of a sentence that says that no peer is known: what the trackers have to do with it. */
final class TrackerMessages {
    private TrackerMessages() {}

    static String of(List<TrackerStatus> trackers) {
        for (TrackerStatus tracker : trackers) {
            if (tracker.state() == State.WORKING) {
                return ": the tracker " + tracker.origin() + " knows no other"
                        + counts(tracker.counts()) + warning(tracker) + ".";
            }
        }
        List<TrackerStatus> failing = trackers.stream()
                .filter(tracker -> tracker.state() == State.FAILING).toList();
        if (failing.size() < trackers.size()) {
            return "; asking its trackers.";
        }
        return switch (failing.size()) {
            case 0 -> ".";
            case 1 -> ", and its tracker fails: " + failure(failing.getFirst()) + ".";
            default -> ", and all of its " + failing.size() + " trackers fail; the first is "
                    + failure(failing.getFirst()) + ".";
        };
    }

    private static String failure(TrackerStatus tracker) {
        return tracker.origin() + ": "
                + tracker.notice().map(StatusMessages::describe).orElse("");
    }

    private static String counts(SwarmCounts counts) {
        return counts.seeds().isEmpty()
                ? ""
                : ", and reports " + count(counts.seeds(), "seed", "seeds")
                        + leeches(counts.leeches());
    }

    private static String leeches(OptionalLong leeches) {
        return leeches.isEmpty()
                ? ""
                : " and " + count(leeches, "leech", "leeches") + ", including this one";
    }

    private static String count(OptionalLong count, String one, String many) {
        return count.getAsLong() + " " + (count.getAsLong() == 1 ? one : many);
    }

    private static String warning(TrackerStatus tracker) {
        return tracker.notice().map(notice -> " (" + StatusMessages.describe(notice) + ")")
                .orElse("");
    }
}
