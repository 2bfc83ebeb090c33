package org.gridtorrent.engine.swarm;

import java.util.Optional;
import org.gridtorrent.engine.connection.PeerSession;
import org.gridtorrent.engine.download.Downloader;
import org.gridtorrent.engine.limit.RateLimit;
import org.gridtorrent.engine.status.PeerActivity;
import org.gridtorrent.engine.status.PeerActivity.IdleReason;
import org.gridtorrent.engine.status.PeerStatus;
import org.gridtorrent.engine.webseed.WebSeeds.UnusedWebSeed;
import org.gridtorrent.engine.wire.Extension;

/** Builds the status of one peer or web seed. Confined to the swarm's thread. */
final class PeerStatusReporter {
    private PeerStatusReporter() {}

    static PeerStatus status(PeerSession peer, Downloader downloader, long nowNs) {
        return status(peer, activity(peer, downloader), nowNs);
    }

    /** Status of a peer while only a magnet link is known. */
    static PeerStatus statusOfMetadataPeer(PeerSession peer, long nowNs) {
        return status(peer, metadataActivity(peer), nowNs);
    }

    static PeerStatus statusOfUnusedWebSeed(UnusedWebSeed seed) {
        PeerActivity activity = seed.fault()
                .<PeerActivity>map(fault -> new PeerActivity.Paused(fault, seed.pause()))
                .orElseGet(() -> new PeerActivity.Idle(IdleReason.REQUESTED_ELSEWHERE));
        return new PeerStatus(seed.address().address(), seed.address().transport(),
                Optional.empty(), seed.name(), activity, 0, 0, 0, seed.downloaded(), 0);
    }

    private static PeerStatus status(PeerSession peer, PeerActivity activity, long nowNs) {
        return new PeerStatus(peer.link.remote(), peer.link.transport(), peer.link.identity(),
                peer.client, activity, peer.pieces.count(), peer.down.rate(nowNs),
                peer.up.rate(nowNs), peer.down.total(), peer.up.total());
    }

    private static PeerActivity metadataActivity(PeerSession peer) {
        if (peer.fault.isPresent()) {
            return new PeerActivity.Misbehaving(peer.fault.get());
        }
        return peer.extensionId(Extension.METADATA).isPresent()
                ? new PeerActivity.SendingMetadata()
                : new PeerActivity.Idle(IdleReason.HAS_NOTHING_MISSING);
    }

    private static PeerActivity activity(PeerSession peer, Downloader downloader) {
        if (peer.fault.isPresent()) {
            return new PeerActivity.Misbehaving(peer.fault.get());
        }
        Optional<RateLimit> limit = downloader.limitedBy(peer);
        if (limit.isPresent()) {
            return new PeerActivity.RequestsLimited(limit.get().status());
        }
        if (peer.snubbed && !peer.peerChoking) {
            return new PeerActivity.NoAnswer();
        }
        if (!peer.outstanding.isEmpty()) {
            return new PeerActivity.Downloading();
        }
        if (peer.link.queuedBlocks() > 0) {
            Optional<RateLimit> held = peer.link.limitedBy();
            return held.isPresent()
                    ? new PeerActivity.UploadLimited(held.get().status())
                    : new PeerActivity.Uploading();
        }
        return peer.amInterested
                ? withInterestingPeer(peer, downloader)
                : withUninterestingPeer(peer, downloader);
    }

    private static PeerActivity withInterestingPeer(PeerSession peer, Downloader downloader) {
        if (peer.peerChoking) {
            return new PeerActivity.Choked();
        }
        if (downloader.isWaitingForDisk()) {
            return new PeerActivity.SlowDisk();
        }
        return peer.peerInterested && peer.amChoking
                ? new PeerActivity.AwaitingSlot()
                : new PeerActivity.Idle(IdleReason.REQUESTED_ELSEWHERE);
    }

    private static PeerActivity withUninterestingPeer(PeerSession peer, Downloader downloader) {
        if (peer.peerInterested) {
            return peer.amChoking
                    ? new PeerActivity.AwaitingSlot()
                    : new PeerActivity.Idle(IdleReason.REQUESTS_NOTHING);
        }
        return new PeerActivity.Idle(downloader.picker().isFinished()
                ? IdleReason.NOTHING_MISSING
                : IdleReason.HAS_NOTHING_MISSING);
    }
}
