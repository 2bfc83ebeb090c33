package org.gridtorrent.client.daemon;

import java.util.List;
import org.gridtorrent.client.share.ContentView;

/** The daemon's state, for people and scripts. Times as ISO 8601. */
public record DaemonStatus(long pid, String version, String site, String user, String device,
        String listen,
        String transport, String certificateEnds, boolean trackerReachable, String trackerSince,
        String trackerError,
        int tasksRunning, List<ContentView> contents) {
    public DaemonStatus {
        contents = List.copyOf(contents);
    }
}
