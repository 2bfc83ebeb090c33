package org.gridtorrent.client.status;

import java.util.List;
import java.util.stream.Stream;
import org.gridtorrent.client.config.HostPort;
import org.gridtorrent.engine.status.PeerActivity;
import org.gridtorrent.engine.status.PeerStatus;
import org.gridtorrent.engine.transport.PeerIdentity;
import org.gridtorrent.terminal.ByteSize;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who is connected, and what there is between us; rates in bytes a second.
 *
 * @param user whose device it is, where its certificate says so; both by their identifiers
 * @param state what there is between us, for programs
 * @param reason the same for people: why not more moves
 */
public record PeerView(String address, String transport, @Nullable String user,
        @Nullable String device, String client, PeerActivity.State state, String reason,
        int piecesHad, long downloadRate, long uploadRate, long bytesDownloaded,
        long bytesUploaded) {
    /** People are told of so many; programs of all. */
    private static final int TOLD = 10;

    public static PeerView of(PeerStatus status) {
        return new PeerView(HostPort.words(status.address()), status.transport(),
                status.identity().map(PeerIdentity::user).orElse(null),
                status.identity().map(PeerIdentity::device).orElse(null), status.client(),
                status.state(), StatusMessages.describe(status.activity()), status.pieceCount(),
                status.downloadRate(),
                status.uploadRate(), status.downloaded(), status.uploaded());
    }

    /** A line for each, and one that says of how many more there is none. */
    public static List<String> lines(List<PeerView> peers) {
        Stream<String> more = peers.size() > TOLD
                ? Stream.of("and " + (peers.size() - TOLD) + " more, listed by --json")
                : Stream.empty();
        return Stream.concat(peers.stream().limit(TOLD).map(PeerView::line), more).toList();
    }

    private String line() {
        String which = device == null ? client : client + " on device " + device;
        return address + " (" + transport + ", " + which + "), "
                + ByteSize.words(downloadRate) + "/s in, " + ByteSize.words(uploadRate)
                + "/s out: " + reason;
    }
}
