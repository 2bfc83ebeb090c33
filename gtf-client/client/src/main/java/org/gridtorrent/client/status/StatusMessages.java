package org.gridtorrent.client.status;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.gridtorrent.engine.announce.TrackerNotice;
import org.gridtorrent.engine.limit.RateLimitStatus;
import org.gridtorrent.engine.peers.PeerFault;
import org.gridtorrent.engine.status.PeerActivity;
import org.gridtorrent.engine.status.SwarmStatus;
import org.gridtorrent.mdtp.http.ReplicaFault;

/**
 * English sentences for the engine's codes and data: obstacles, activities of peers and web seeds, notices of
 * trackers, file errors.
 *
 * <p>Those of obstacles and errors are made of reason codes ({@link Reasons}, {@link ReasonText}).
 */
public final class StatusMessages {
    private StatusMessages() {}

    /** Why the torrent is not moving, or not faster; empty when nothing hinders it. */
    public static Optional<String> reason(SwarmStatus status) {
        return Reasons.of(status).map(ReasonText::describe);
    }

    /** What the peer and this engine do for each other, and so why not more moves. */
    public static String describe(PeerActivity activity) {
        return switch (activity) {
            case PeerActivity.SendingMetadata() -> "Requesting the metadata from it.";
            case PeerActivity.Misbehaving(PeerFault fault) -> "It " + describe(fault) + ".";
            case PeerActivity.Paused(PeerFault fault, Duration pause) -> "It " + describe(fault)
                    + "; it is asked again in " + describe(pause) + ".";
            case PeerActivity.RequestsLimited(RateLimitStatus limit) -> describe(limit);
            case PeerActivity.NoAnswer() ->
                "It does not answer requests; its blocks are requested from others.";
            case PeerActivity.Downloading() -> "Downloading from it.";
            case PeerActivity.UploadLimited(RateLimitStatus limit) -> describe(limit);
            case PeerActivity.Uploading() -> "Uploading to it.";
            case PeerActivity.Choked() ->
                "It is serving others; waiting for a slot.";
            case PeerActivity.SlowDisk() ->
                "Received data waits to be written; no more is requested meanwhile.";
            case PeerActivity.AwaitingSlot() ->
                "It wants pieces and waits for an upload slot.";
            case PeerActivity.Idle(PeerActivity.IdleReason reason) -> describe(reason);
        };
    }

    private static String describe(PeerActivity.IdleReason reason) {
        return switch (reason) {
            case REQUESTED_ELSEWHERE -> "The missing pieces that it has are requested from others.";
            case REQUESTS_NOTHING ->
                "It wants pieces and has an upload slot, but requests nothing.";
            case NOTHING_MISSING -> "Nothing is missing here, and it wants nothing.";
            case HAS_NOTHING_MISSING -> "It has none of the missing pieces, and wants nothing.";
        };
    }

    /** What the tracker says, or why it cannot be used. */
    public static String describe(TrackerNotice notice) {
        return switch (notice) {
            case TrackerNotice.Warning(String text) -> "it warns: " + text;
            case TrackerNotice.FailureReason(String text) -> "it says: " + text;
            case TrackerNotice.NoResponse(String detail) -> detail;
        };
    }

    static String name(PeerFault fault) {
        String what = switch (fault) {
            case PeerFault.ProtocolViolation _,PeerFault.RejectsPieces _ -> "peer";
            case PeerFault.FalseData _,PeerFault.Silent _,PeerFault.RequestFailed _,PeerFault.WrongLength _,PeerFault.NotAsked _ ->
                "web seed";
        };
        return "The " + what + " at " + fault.peer();
    }

    /** What the peer or web seed does wrong, to follow its name. */
    public static String describe(PeerFault fault) {
        return switch (fault) {
            case PeerFault.ProtocolViolation(_, String detail) ->
                "breaks the BitTorrent protocol: " + detail;
            case PeerFault.RejectsPieces _ -> "refuses pieces that it says it has";
            case PeerFault.FalseData _ -> "sends data that does not match its hash";
            case PeerFault.Silent _ -> "does not answer";
            case PeerFault.RequestFailed(_, String path, ReplicaFault why) ->
                "does not serve " + path + ": " + ReplicaMessages.describe(why);
            case PeerFault.WrongLength(_, String path, long length) ->
                "has a file of another length, %,d bytes, as %s".formatted(length, path);
            case PeerFault.NotAsked(_, String detail) -> "cannot be asked: " + detail;
        };
    }

    /** In seconds up to two minutes, and in minutes above. */
    private static String describe(Duration pause) {
        long seconds = Math.max(1, pause.plusMillis(999).toSeconds());
        return seconds <= 120 ? seconds + " s" : Math.ceilDiv(seconds, 60) + " min";
    }

    private static String describe(RateLimitStatus limit) {
        return ReasonText.describe(Reasons.of(limit));
    }

    /** What is wrong with which file. */
    public static String describe(IOException error) {
        return ReasonText.describe(Reasons.of(error));
    }
}
