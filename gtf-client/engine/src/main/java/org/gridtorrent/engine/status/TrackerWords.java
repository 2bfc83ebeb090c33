package org.gridtorrent.engine.status;

import java.util.List;
import java.util.OptionalLong;
import org.gridtorrent.engine.announce.TrackerStatus;
import org.gridtorrent.engine.announce.TrackerStatus.State;
import org.gridtorrent.engine.announce.message.SwarmCounts;

/** Extends the sentence that no peers are known by what the trackers respond. */
final class TrackerWords {
    private TrackerWords() {}

    /** The sentence, extended by the trackers' state. */
    static String after(String sentence, List<TrackerStatus> trackers) {
        String known = sentence.endsWith(".")
                ? sentence.substring(0, sentence.length() - 1)
                : sentence;
        return known + of(trackers);
    }

    private static String of(List<TrackerStatus> trackers) {
        for (TrackerStatus tracker : trackers) {
            if (tracker.state() == State.WORKING) {
                return ": the tracker " + tracker.origin() + " names nobody else"
                        + counted(tracker.counts()) + warning(tracker) + ".";
            }
        }
        List<TrackerStatus> failing = trackers.stream()
                .filter(tracker -> tracker.state() == State.FAILING).toList();
        if (failing.size() < trackers.size()) {
            return "; its trackers are being asked.";
        }
        return switch (failing.size()) {
            case 0 -> ".";
            case 1 -> ", and its tracker fails: " + why(failing.getFirst()) + ".";
            default -> ", and all of its " + failing.size() + " trackers fail; the first is "
                    + why(failing.getFirst()) + ".";
        };
    }

    private static String why(TrackerStatus tracker) {
        return tracker.origin() + ": " + tracker.message();
    }

    private static String counted(SwarmCounts counts) {
        return counts.seeds().isEmpty()
                ? ""
                : ", and counts " + number(counts.seeds(), "seed") + leeches(counts.leeches());
    }

    private static String leeches(OptionalLong leeches) {
        return leeches.isEmpty()
                ? ""
                : " and " + number(leeches, "leech").replace("leechs", "leeches")
                        + ", this one among them";
    }

    private static String number(OptionalLong count, String what) {
        return count.getAsLong() + " " + what + (count.getAsLong() == 1 ? "" : "s");
    }

    private static String warning(TrackerStatus tracker) {
        return tracker.message().isEmpty() ? "" : " (" + tracker.message() + ")";
    }
}
