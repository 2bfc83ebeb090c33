package org.gridtorrent.client.command.daemon;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.command.Device;
import org.gridtorrent.client.command.LocalTimes;
import org.gridtorrent.client.daemon.DaemonClient;
import org.gridtorrent.client.daemon.DaemonStatus;
import org.gridtorrent.client.share.ContentView;
import org.gridtorrent.client.status.PeerView;
import org.gridtorrent.client.status.WebSeedView;
import org.gridtorrent.terminal.ByteSize;
import org.gridtorrent.terminal.ExitStatus;
import picocli.CommandLine.Command;

/** {@code daemon status}. */
@Command(name = "status", description = "Show the daemon's state and its data sets.")
final class DaemonState implements Callable<Integer> {
    private final Invocation invocation;

    DaemonState(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() throws IOException {
        try (DaemonClient daemon = new Device(invocation).daemon()) {
            DaemonStatus status = daemon.status();
            invocation.output().answer(status, lines(status));
            return ExitStatus.DONE;
        }
    }

    private static List<String> lines(DaemonStatus status) {
        List<String> lines = new ArrayList<>();
        lines.add("running as process " + status.pid() + ", for " + status.user() + " at "
                + status.site());
        lines.add("listening on " + status.listen() + ", connecting by " + status.transport());
        lines.add(status.trackerReachable()
                ? "tracker: answers since " + LocalTimes.format(status.trackerSince())
                : "tracker: unavailable (" + status.trackerError() + ")");
        lines.add("certificate: good until " + LocalTimes.format(status.certificateEnds()));
        lines.add(count(status.tasksRunning(), "task", "tasks") + " running, "
                + shared(status.contents()));
        for (ContentView content : status.contents()) {
            lines.add(line(content));
            PeerView.lines(content.connected()).forEach(peer -> lines.add("    " + peer));
            WebSeedView.lines(content.webSeeds()).forEach(seed -> lines.add("    " + seed));
        }
        return lines;
    }

    private static String shared(List<ContentView> contents) {
        int missing = (int) contents.stream().filter(ContentView::isMissing).count();
        int paused = (int) contents.stream().filter(ContentView::isPaused).count();
        return count(contents.size() - missing - paused, "data set", "data sets") + " shared"
                + (paused == 0 ? "" : ", " + paused + " paused")
                + (missing == 0 ? "" : ", " + missing + " missing");
    }

    private static String line(ContentView content) {
        String amount = content.done() == content.total()
                ? ByteSize.words(content.total())
                : ByteSize.words(content.done()) + " of " + ByteSize.words(content.total());
        return "  " + content.title() + ": " + content.phase() + ", " + amount + ", "
                + count(content.peers(), "peer", "peers") + ", "
                + ByteSize.words(content.uploadRate()) + "/s out"
                + (content.reason().isEmpty() ? "" : " (" + content.reason() + ")");
    }

    private static String count(int count, String one, String several) {
        return count + " " + (count == 1 ? one : several);
    }
}
