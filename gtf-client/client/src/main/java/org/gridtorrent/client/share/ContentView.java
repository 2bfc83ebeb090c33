package org.gridtorrent.client.share;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.gridtorrent.client.status.PeerView;
import org.gridtorrent.client.status.ReasonText;
import org.gridtorrent.client.status.StatusMessages;
import org.gridtorrent.client.status.WebSeedView;
import org.gridtorrent.engine.piece.MissingPieces;
import org.gridtorrent.engine.status.Obstacle;
import org.gridtorrent.engine.status.SwarmStatus;
import org.gridtorrent.metainfo.UnpaddedSize;
import org.gridtorrent.metainfo.reason.ReasonCode;
import org.gridtorrent.metainfo.reason.TaskReason;
import org.jspecify.annotations.Nullable;

/**
 * What is shared and how it stands, for people and scripts. Lengths in bytes, rates in bytes a second.
 *
 * @param reason why it is not moving, or not faster; empty when nothing hinders it
 * @param reasonCode the same for programs
 * @param missing what nobody who is connected has, if that is the reason
 * @param connected the peers, each with its reason
 * @param webSeeds those that are asked or left alone, each with its reason
 * @param uploaded since the daemon started, as is downloaded, which counts wasted bytes too
 */
public record ContentView(String infoHash, String contentId, String title, String location,
        String phase, long done,
        long total, long downloadRate, long uploadRate, long uploaded, long downloaded, int peers,
        String reason, String reasonCode, @Nullable MissingPieces missing,
        List<PeerView> connected, List<WebSeedView> webSeeds) {
    private static final String PAUSED = "paused";

    public ContentView {
        connected = List.copyOf(connected);
        webSeeds = List.copyOf(Objects.requireNonNullElse(webSeeds, List.of())); // older daemons
    }

    /** Not where it was; looked for. */
    static ContentView missing(Holding holding, TaskReason why) {
        return new ContentView(holding.infoHash().hex(), holding.contentId(), holding.title(),
                holding.location().toString(), "missing", 0,
                UnpaddedSize.of(holding.metainfo()).total(), 0, 0, 0, 0, 0,
                ReasonText.describe(why), ReasonCode.FOLDER_MISSING.name(), null,
                List.of(), List.of());
    }

    @JsonIgnore
    public boolean isMissing() {
        return reasonCode.equals(ReasonCode.FOLDER_MISSING.name());
    }

    /** Neither served nor fetched, because this device may not have it any more. */
    @JsonIgnore
    public boolean isPaused() {
        return phase.equals(PAUSED);
    }

    /** @param loss why this device may not have it any more; whatever its swarm does, nobody gets it then */
    static ContentView of(Holding holding, SwarmStatus status, Optional<TaskReason> loss) {
        return new ContentView(holding.infoHash().hex(), holding.contentId(), holding.title(),
                holding.location().toString(),
                loss.isPresent() ? PAUSED : status.phase().name().toLowerCase(Locale.ROOT),
                status.bytesVerified(),
                status.bytesTotal(), status.downloadRate(), status.uploadRate(), status.uploaded(),
                status.downloaded(),
                status.peers().size(),
                loss.map(ReasonText::describe).or(() -> StatusMessages.reason(status)).orElse(""),
                loss.map(why -> why.code().name())
                        .or(() -> status.obstacle().map(why -> why.code().name())).orElse(""),
                status.obstacle().flatMap(Obstacle::missing).orElse(null),
                status.peers().stream().map(PeerView::of).toList(),
                status.webSeeds().stream().map(WebSeedView::of).toList());
    }
}
