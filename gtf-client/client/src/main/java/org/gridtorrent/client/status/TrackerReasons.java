package org.gridtorrent.client.status;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.gridtorrent.engine.announce.TrackerStatus;
import org.gridtorrent.engine.announce.TrackerStatus.State;
import org.gridtorrent.engine.announce.message.SwarmCounts;
import org.gridtorrent.metainfo.reason.ReasonCode;
import org.gridtorrent.metainfo.reason.TaskReason;

/** What the trackers have to do with it that no peer is known. */
final class TrackerReasons {
    private TrackerReasons() {}

    static Optional<TaskReason> of(List<TrackerStatus> trackers) {
        for (TrackerStatus tracker : trackers) {
            if (tracker.state() == State.WORKING) {
                return Optional.of(TaskReason.of(ReasonCode.TRACKER_KNOWS_NONE, tracker.origin(),
                        counts(tracker.counts()) + warning(tracker)));
            }
        }
        List<TrackerStatus> failing = trackers.stream()
                .filter(tracker -> tracker.state() == State.FAILING).toList();
        if (failing.size() < trackers.size()) {
            return Optional.of(TaskReason.of(ReasonCode.TRACKERS_ASKED));
        }
        return switch (failing.size()) {
            case 0 -> Optional.empty();
            case 1 -> Optional.of(
                    TaskReason.of(ReasonCode.TRACKER_FAILS, failure(failing.getFirst())));
            default -> Optional.of(TaskReason.of(ReasonCode.TRACKERS_FAIL, failing.size(),
                    failure(failing.getFirst())));
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
