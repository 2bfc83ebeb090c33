package org.gridtorrent.client.torrent;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.gridtorrent.client.status.PeerView;
import org.gridtorrent.client.status.StatusMessages;
import org.gridtorrent.client.status.WebSeedView;
import org.gridtorrent.engine.announce.TrackerStatus;
import org.gridtorrent.engine.piece.MissingPieces;
import org.gridtorrent.engine.status.Obstacle;
import org.gridtorrent.engine.status.SwarmStatus;
import org.gridtorrent.terminal.Output;
import org.jspecify.annotations.Nullable;

/**
 * What {@code torrent get --json} tells: a line every ten seconds and when the reason has become
 * another, though not twice a second, and one at the end. Thread-safe: who interrupts tells the end too.
 */
final class GetReport {
    private static final long LINE_NS = Duration.ofSeconds(10).toNanos();
    private static final long NEW_REASON_NS = Duration.ofSeconds(1).toNanos();

    private final Output output;
    private final Path directory;
    private final long beganNs;
    private long toldNs;
    private String toldCode = "";
    private boolean ended;

    /** How the line came about. */
    enum Event {
        PROGRESS, DONE, FAILED, INTERRUPTED
    }

    /**
     * One line, in the same form from first to last; lengths in bytes. Fewer are had in the end than
     * there are when the link selects files.
     *
     * @param bytesPerSecond of late; at the end, of all the time
     * @param reason why it is not moving, or not faster; empty when nothing hinders it
     * @param reasonCode the same for programs
     * @param missing what nobody who is connected has, if that is the reason
     */
    record Line(String event, String infoHash, String name, String directory, String phase,
            long bytesTotal, long bytesHad, long bytesLeft, long bytesDownloaded, long bytesWasted,
            double seconds, long bytesPerSecond, long peersAnswered, String reason,
            String reasonCode, @Nullable MissingPieces missing, List<PeerView> peers,
            List<WebSeedView> webSeeds, List<Tracker> trackers) {}

    /** A tracker of the content, without what may be secret in its address, and how it answered. */
    record Tracker(String place, TrackerStatus.State state, String message) {
        static Tracker of(TrackerStatus status) {
            return new Tracker(status.origin(), status.state(),
                    status.notice().map(StatusMessages::describe).orElse(""));
        }
    }

    GetReport(Output output, Path directory) {
        this.output = output;
        this.directory = directory.toAbsolutePath().normalize();
        this.beganNs = System.nanoTime();
        this.toldNs = beganNs;
    }

    double seconds() {
        return (System.nanoTime() - beganNs) / 1e9;
    }

    /** Tells how far it is, if it is time and the end is not told: nothing follows that. */
    synchronized void look(SwarmStatus status) {
        long nowNs = System.nanoTime();
        String code = code(status);
        if (nowNs - toldNs >= (code.equals(toldCode) ? LINE_NS : NEW_REASON_NS)
                && !ended) {
            toldNs = nowNs;
            toldCode = code;
            output.event(line(Event.PROGRESS, status, status.downloadRate()));
        }
    }

    /** Tells the end, with these words where people read; the first one to do so does. */
    synchronized void end(Event event, SwarmStatus status, List<String> words) {
        if (!ended) {
            ended = true;
            output.answer(line(event, status, (long) (status.downloaded() / seconds())), words);
        }
    }

    private Line line(Event event, SwarmStatus status, long rate) {
        return new Line(event.name().toLowerCase(Locale.ROOT), status.infoHash().hex(),
                status.name(), directory.toString(),
                status.phase().name().toLowerCase(Locale.ROOT), status.bytesTotal(),
                status.bytesVerified(), status.bytesLeft(), status.downloaded(), status.wasted(),
                seconds(), rate, status.peersEverConnected(),
                StatusMessages.reason(status).orElse(""), code(status),
                status.obstacle().flatMap(Obstacle::missing).orElse(null),
                status.peers().stream().map(PeerView::of).toList(),
                status.webSeeds().stream().map(WebSeedView::of).toList(),
                status.trackers().stream().map(Tracker::of).toList());
    }

    private static String code(SwarmStatus status) {
        return status.obstacle().map(why -> why.code().name()).orElse("");
    }
}
