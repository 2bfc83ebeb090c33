package org.gridtorrent.engine.status;

import java.time.Duration;
import org.gridtorrent.engine.limit.RateLimitStatus;
import org.gridtorrent.engine.peers.PeerFault;

/**
 * Activity between a peer, or a web seed, and this engine, which tells why not more bytes move.
 *
 * <p>Where several hold, the status has the first in this order.
 */
public sealed interface PeerActivity {

    record Misbehaving(PeerFault fault) implements PeerActivity {}

    /** The info dictionary is requested from it (BEP 9). */
    record SendingMetadata() implements PeerActivity {}

    /**
     * A web seed that is left alone because of a fault.
     *
     * @param pause until it is asked again
     */
    record Paused(PeerFault fault, Duration pause) implements PeerActivity {}

    /** It has missing pieces, and a download limit holds the next request back. */
    record RequestsLimited(RateLimitStatus limit) implements PeerActivity {}

    /** It does not answer requests; their blocks are requested from other peers. */
    record NoAnswer() implements PeerActivity {}

    /** Blocks are requested from it. */
    record Downloading() implements PeerActivity {}

    /** It requests blocks, and an upload limit holds the next one back. */
    record UploadLimited(RateLimitStatus limit) implements PeerActivity {}

    /** It requests blocks. */
    record Uploading() implements PeerActivity {}

    /** It has missing pieces, and chokes us. */
    record Choked() implements PeerActivity {}

    /** It has missing pieces; nothing is requested while received ones wait to be written. */
    record SlowDisk() implements PeerActivity {}

    /** It wants pieces, and has no upload slot. */
    record AwaitingSlot() implements PeerActivity {}

    record Idle(IdleReason reason) implements PeerActivity {}

    /** Why nothing is exchanged with the peer. */
    enum IdleReason {
        /** The missing pieces that it has are requested from other peers. */
        REQUESTED_ELSEWHERE,
        /** It wants pieces, has an upload slot, and requests nothing. */
        REQUESTS_NOTHING,
        /** No piece is missing here, and it wants none. */
        NOTHING_MISSING,
        /** The peer has nothing that is missing here, neither pieces nor the info dictionary, and wants nothing. */
        HAS_NOTHING_MISSING
    }

    /** Code of the activity, for programs; the names are stable. */
    enum State {
        METADATA,
        MISBEHAVES,
        PAUSED,
        ASKED_LATER,
        NO_ANSWER,
        FETCHING,
        SERVED_LATER,
        SERVING,
        CHOKED,
        SLOW_DISK,
        WAITING,
        IDLE
    }

    default State state() {
        return switch (this) {
            case SendingMetadata _ -> State.METADATA;
            case Misbehaving _ -> State.MISBEHAVES;
            case Paused _ -> State.PAUSED;
            case RequestsLimited _ -> State.ASKED_LATER;
            case NoAnswer _ -> State.NO_ANSWER;
            case Downloading _ -> State.FETCHING;
            case UploadLimited _ -> State.SERVED_LATER;
            case Uploading _ -> State.SERVING;
            case Choked _ -> State.CHOKED;
            case SlowDisk _ -> State.SLOW_DISK;
            case AwaitingSlot _ -> State.WAITING;
            case Idle _ -> State.IDLE;
        };
    }
}
