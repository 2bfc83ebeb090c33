package org.gridtorrent.client.status;

import java.util.List;
import org.gridtorrent.engine.status.PeerActivity;
import org.gridtorrent.engine.status.PeerStatus;
import org.gridtorrent.terminal.ByteSize;

/**
 * Web seed of a content, for people and scripts; the rate in bytes a second.
 *
 * @param address without its query, which may hold a secret
 * @param state what it does, for programs
 * @param reason the same for people, with its fault if it is left alone
 * @param bytesDownloaded since the content was begun
 */
public record WebSeedView(String address, PeerActivity.State state, String reason,
        long downloadRate, long bytesDownloaded) {

    public static WebSeedView of(PeerStatus status) {
        return new WebSeedView(status.client(), status.state(),
                StatusMessages.describe(status.activity()), status.downloadRate(),
                status.downloaded());
    }

    /** A line for each. */
    public static List<String> lines(List<WebSeedView> seeds) {
        return seeds.stream().map(WebSeedView::line).toList();
    }

    private String line() {
        return "web seed " + address + ", " + ByteSize.words(downloadRate) + "/s, "
                + ByteSize.words(bytesDownloaded) + " so far: " + reason;
    }
}
