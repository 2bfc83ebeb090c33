package org.gridtorrent.client.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.gridtorrent.engine.announce.TrackerNotice;
import org.gridtorrent.engine.announce.TrackerStatus;
import org.gridtorrent.engine.announce.TrackerStatus.State;
import org.gridtorrent.engine.announce.message.SwarmCounts;
import org.gridtorrent.engine.limit.RateLimitStatus;
import org.gridtorrent.engine.limit.RateLimitStatus.Direction;
import org.gridtorrent.engine.limit.RateLimitStatus.Scope;
import org.gridtorrent.engine.peers.DialFailure;
import org.gridtorrent.engine.peers.PeerFault;
import org.gridtorrent.engine.piece.MissingPieces;
import org.gridtorrent.engine.piece.MissingPieces.Range;
import org.gridtorrent.engine.status.Obstacle;
import org.gridtorrent.engine.status.PeerActivity;
import org.gridtorrent.engine.status.PeerActivity.IdleReason;
import org.gridtorrent.engine.storage.files.DiskFullException;
import org.gridtorrent.engine.storage.integrity.InvalidationReason;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.mdtp.http.ReplicaFault;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class StatusMessagesTest {
    private static final PeerAddress PEER = PeerAddress
            .tcp(new InetSocketAddress("192.0.2.1", 6881));
    private static final PeerAddress WEB_SEED = new PeerAddress(
            InetSocketAddress.createUnresolved("data.example", 443), "https");
    private static final PeerFault VIOLATION = new PeerFault.ProtocolViolation(PEER,
            "a frame of 9 bytes");
    private static final PeerFault REJECTION = new PeerFault.RejectsPieces(PEER);
    private static final MissingPieces MISSING = new MissingPieces(14,
            List.of(new Range(3, 3), new Range(8, 20)), 2, List.of("a/b"), 1);
    private static final TrackerNotice SILENCE = new TrackerNotice.NoResponse("it did not answer");
    private static final LocalDateTime MONDAY = LocalDateTime.parse("2026-06-01T08:00");

    private static RateLimitStatus limit(Scope scope, Direction direction, long rate,
            LocalDateTime... until) {
        return new RateLimitStatus(scope, direction, rate, MONDAY,
                Arrays.stream(until).findFirst());
    }

    static List<Arguments> obstacles() {
        return List.of(
                Arguments.of(new Obstacle.Checking(), "Existing data is being checked."),
                Arguments.of(new Obstacle.RecheckingDisputed(),
                        "Data that another program changed is being checked again."),
                Arguments.of(new Obstacle.NoPeers(false),
                        "No peer with this content is known yet."),
                Arguments.of(new Obstacle.NoPeers(true),
                        "No other peer with this content is known; peers that sent bad data are banned."),
                Arguments.of(new Obstacle.Connecting(1),
                        "Connecting to the only known peer."),
                Arguments.of(new Obstacle.Connecting(3), "Connecting to 3 known peers."),
                Arguments.of(new Obstacle.NoHandshake(PEER, 0),
                        "The peer at tcp://192.0.2.1:6881 accepted the connection but has not"
                                + " sent a handshake."),
                Arguments.of(new Obstacle.NoHandshake(PEER, 2),
                        "The peer at tcp://192.0.2.1:6881 accepted the connection but has not"
                                + " sent a handshake, like 2 more."),
                Arguments.of(
                        new Obstacle.Unreachable(new DialFailure(PEER, false, "timed out")),
                        "No known peer can be reached; the last attempt was tcp://192.0.2.1:6881:"
                                + " timed out."),
                Arguments.of(new Obstacle.Refused(new DialFailure(PEER, true, "no ticket")),
                        "Refused: tcp://192.0.2.1:6881: no ticket."),
                Arguments.of(new Obstacle.Misbehaving(VIOLATION),
                        "The peer at tcp://192.0.2.1:6881 breaks the BitTorrent protocol: a frame"
                                + " of 9 bytes."),
                Arguments.of(new Obstacle.Misbehaving(REJECTION),
                        "The peer at tcp://192.0.2.1:6881 refuses pieces that it says it has."),
                Arguments.of(new Obstacle.Misbehaving(new PeerFault.FalseData(WEB_SEED)),
                        "The web seed at https://data.example:443 sends data that does not match"
                                + " its hash."),
                Arguments.of(new Obstacle.NobodyHasMetadata(2),
                        "None of the 2 connected peers has the metadata of this torrent;"
                                + " waiting for another peer."),
                Arguments.of(new Obstacle.NobodyHasPieces(1, MISSING),
                        "The only connected peer has none of the 14 missing pieces (3 and 8 to 20,"
                                + " in a/b); waiting for another peer."),
                Arguments.of(new Obstacle.NobodyHasPieces(2, MISSING),
                        "None of the 2 connected peers has any of the 14 missing pieces (3 and 8 to"
                                + " 20, in a/b); waiting for another peer."),
                Arguments.of(new Obstacle.Incomplete(MISSING),
                        "Some data differs from what was published: 14 pieces (3 and"
                                + " 8 to 20, in a/b) cannot be served."),
                Arguments.of(new Obstacle.Choked(),
                        "All peers that have missing pieces are serving others; waiting for a slot."),
                Arguments.of(new Obstacle.NoAnswer(),
                        "No peer answers the requests for pieces."),
                Arguments.of(new Obstacle.MetadataStalled(0),
                        "The peers do not answer requests for the metadata; they will be"
                                + " asked again."),
                Arguments.of(new Obstacle.MetadataStalled(99),
                        "The peers send the metadata very slowly: 99 bytes so far."),
                Arguments.of(
                        new Obstacle.RateLimited(limit(Scope.ENGINE, Direction.UPLOAD, 16_384,
                                MONDAY.withHour(18))),
                        "Limited by the upload limit of this machine, 16 KiB/s until 18:00."),
                Arguments.of(
                        new Obstacle.RateLimited(limit(Scope.TORRENT, Direction.DOWNLOAD,
                                2_000_000, MONDAY.plusDays(4).withHour(18))),
                        "Limited by the download limit of this content, 2 MB/s until Fri 18:00."),
                Arguments.of(new Obstacle.SlowDisk(),
                        "Received data waits to be written; the disk is slow or does not answer."),
                Arguments.of(new Obstacle.NoMemory(),
                        "No memory for pieces; other transfers wait for a disk that is slow or does not answer."),
                Arguments.of(new Obstacle.DiskFull(
                        new DiskFullException(Path.of("/d"), new IOException())),
                        "Paused: the disk that holds /d is full. Resumes automatically when space is free."),
                Arguments.of(
                        new Obstacle.PiecesInvalidated(new InvalidationReason.FileChanged("a/b")),
                        "Some of the data is not served: a/b was changed by another program."),
                Arguments.of(
                        new Obstacle.PiecesInvalidated(
                                new InvalidationReason.Unreadable(3, "Input/output error")),
                        "Some of the data is not served: piece 3 cannot be read: Input/output"
                                + " error."),
                Arguments.of(
                        new Obstacle.WriteFailed(new AccessDeniedException("/data/run")),
                        "The data cannot be written: /data/run: permission denied."),
                Arguments.of(new Obstacle.OpenFailed(new NoSuchFileException("/data/run")),
                        "The data cannot be used: /data/run: no such file or folder"),
                Arguments.of(new Obstacle.BadMetainfo("its piece length is 3"),
                        "The metadata of the link is invalid: its piece length is 3."),
                Arguments.of(new Obstacle.Stopped(), "Stopped."));
    }

    @ParameterizedTest
    @MethodSource("obstacles")
    void obstacle_isDescribed(Obstacle obstacle, String sentence) {
        assertThat(ReasonText.describe(Reasons.of(obstacle, List.of()))).isEqualTo(sentence);
    }

    private static PeerActivity paused(PeerFault fault, long millis) {
        return new PeerActivity.Paused(fault, Duration.ofMillis(millis));
    }

    static List<Arguments> activities() {
        return List.of(
                Arguments.of(new PeerActivity.SendingMetadata(),
                        "Requesting the metadata from it."),
                Arguments.of(new PeerActivity.Misbehaving(REJECTION),
                        "It refuses pieces that it says it has."),
                Arguments.of(paused(new PeerFault.FalseData(WEB_SEED), 60_000),
                        "It sends data that does not match its hash; it is asked again in 60 s."),
                Arguments.of(paused(new PeerFault.Silent(WEB_SEED), 3_599_001),
                        "It does not answer; it is asked again in 60 min."),
                Arguments.of(paused(new PeerFault.RequestFailed(WEB_SEED, "a/b",
                        new ReplicaFault(ReplicaFault.Code.NOT_FOUND, 404, "", Optional.empty())),
                        0),
                        "It does not serve a/b: the file is not there (404); it is asked again in"
                                + " 1 s."),
                Arguments.of(paused(new PeerFault.WrongLength(WEB_SEED, "a/b", 1_200), 120_001),
                        "It has a file of another length, 1,200 bytes, as a/b; it is asked again"
                                + " in 3 min."),
                Arguments.of(paused(new PeerFault.NotAsked(WEB_SEED, "no certificates"), 9_999),
                        "It cannot be asked: no certificates; it is asked again in 10 s."),
                Arguments.of(
                        new PeerActivity.RequestsLimited(
                                limit(Scope.TORRENT, Direction.DOWNLOAD, 500)),
                        "Limited by the download limit of this content, 500 B/s."),
                Arguments.of(new PeerActivity.NoAnswer(),
                        "It does not answer requests; its blocks are requested from others."),
                Arguments.of(new PeerActivity.Downloading(), "Downloading from it."),
                Arguments.of(
                        new PeerActivity.UploadLimited(limit(Scope.ENGINE, Direction.UPLOAD, 1)),
                        "Limited by the upload limit of this machine, 1 B/s."),
                Arguments.of(new PeerActivity.Uploading(),
                        "Uploading to it."),
                Arguments.of(new PeerActivity.Choked(),
                        "It is serving others; waiting for a slot."),
                Arguments.of(new PeerActivity.SlowDisk(),
                        "Received data waits to be written; no more is requested meanwhile."),
                Arguments.of(new PeerActivity.AwaitingSlot(),
                        "It wants pieces and waits for an upload slot."),
                Arguments.of(new PeerActivity.Idle(IdleReason.REQUESTED_ELSEWHERE),
                        "The missing pieces that it has are requested from others."),
                Arguments.of(new PeerActivity.Idle(IdleReason.REQUESTS_NOTHING),
                        "It wants pieces and has an upload slot, but requests nothing."),
                Arguments.of(new PeerActivity.Idle(IdleReason.NOTHING_MISSING),
                        "Nothing is missing here, and it wants nothing."),
                Arguments.of(new PeerActivity.Idle(IdleReason.HAS_NOTHING_MISSING),
                        "It has none of the missing pieces, and wants nothing."));
    }

    @ParameterizedTest
    @MethodSource("activities")
    void activity_isDescribed(PeerActivity activity, String sentence) {
        assertThat(StatusMessages.describe(activity)).isEqualTo(sentence);
    }

    @Test
    void everyObstacleActivityAndNotice_isTested() {
        assertThat(types(obstacles())).containsExactlyInAnyOrder(
                Obstacle.class.getPermittedSubclasses());
        assertThat(types(activities())).containsExactlyInAnyOrder(
                PeerActivity.class.getPermittedSubclasses());
        assertThat(types(notices())).containsExactlyInAnyOrder(
                TrackerNotice.class.getPermittedSubclasses());
    }

    private static Class<?>[] types(List<Arguments> tested) {
        return tested.stream().map(arguments -> arguments.get()[0].getClass()).distinct()
                .toArray(Class<?>[]::new);
    }

    private static TrackerStatus tracker(State state, @Nullable TrackerNotice notice,
            SwarmCounts counts) {
        return new TrackerStatus(URI.create("udp://t.example:80/secret"), state,
                Optional.ofNullable(notice), Optional.empty(), counts);
    }

    static List<Arguments> notices() {
        return List.of(Arguments.of(new TrackerNotice.Warning("be quick"), "it warns: be quick"),
                Arguments.of(new TrackerNotice.FailureReason("no"), "it says: no"),
                Arguments.of(SILENCE, "it did not answer"));
    }

    @ParameterizedTest
    @MethodSource("notices")
    void notice_isDescribed(TrackerNotice notice, String text) {
        assertThat(StatusMessages.describe(notice)).isEqualTo(text);
    }

    private static SwarmCounts counts(long seeds, long leeches) {
        return new SwarmCounts(OptionalLong.of(seeds), OptionalLong.of(leeches),
                OptionalLong.empty());
    }

    private static String whileNobodyIsKnown(TrackerStatus... trackers) {
        return ReasonText.describe(Reasons.of(new Obstacle.NoPeers(false), List.of(trackers)));
    }

    @Test
    void whileNobodyIsKnown_workingTrackerIsNamedWithItsCounts() {
        assertThat(whileNobodyIsKnown(tracker(State.WORKING, null, counts(0, 1))))
                .isEqualTo("No peer with this content is known yet: the tracker"
                        + " udp://t.example:80 knows no other, and reports 0 seeds and 1 leech,"
                        + " including this one.");
        assertThat(whileNobodyIsKnown(tracker(State.FAILING, SILENCE, SwarmCounts.UNKNOWN),
                tracker(State.WORKING, new TrackerNotice.Warning("old"), counts(1, 2))))
                .isEqualTo("No peer with this content is known yet: the tracker"
                        + " udp://t.example:80 knows no other, and reports 1 seed and 2 leeches,"
                        + " including this one (it warns: old).");
    }

    @Test
    void whileNobodyIsKnown_failuresOfTrackersAreNamedOnceAllFail() {
        TrackerStatus failing = tracker(State.FAILING, SILENCE, SwarmCounts.UNKNOWN);
        assertThat(whileNobodyIsKnown(failing,
                tracker(State.NOT_YET, null, SwarmCounts.UNKNOWN)))
                .isEqualTo("No peer with this content is known yet; asking its trackers.");
        assertThat(whileNobodyIsKnown(failing)).isEqualTo(
                "No peer with this content is known yet, and its tracker fails: udp://t.example:80: it did not answer.");
        assertThat(whileNobodyIsKnown(failing, failing)).isEqualTo(
                "No peer with this content is known yet, and all of its 2 trackers fail; the first is udp://t.example:80: it"
                        + " did not answer.");
    }

    @Test
    void ofManyMissingPieces_theFirstAreNamedAndAllAreCounted() {
        assertThat(MissingPiecesText.of(new MissingPieces(1000,
                List.of(new Range(0, 0), new Range(2, 2), new Range(4, 4), new Range(6, 6)), 1000,
                List.of("set/f0", "set/f1", "set/f2"), 1000)))
                .isEqualTo("0, 2, 4, 6 and 996 more ranges,"
                        + " in set/f0, set/f1, set/f2 and 997 more files");
        assertThat(MissingPiecesText.of(new MissingPieces(1, List.of(new Range(1, 1)), 1,
                List.of(), 0))).isEqualTo("1");
    }

    @Test
    void ofLongPathsOfMissingPieces_theEndIsShown() {
        assertThat(MissingPiecesText.of(new MissingPieces(1, List.of(new Range(0, 0)), 1,
                List.of("a".repeat(200) + "/end"), 1)))
                .isEqualTo("0, in …" + "a".repeat(75) + "/end");
    }

    @Test
    void fileError_isDescribedWithItsFile() {
        assertThat(StatusMessages.describe(new AccessDeniedException("/data/run")))
                .isEqualTo("/data/run: permission denied");
        assertThat(StatusMessages.describe(new NoSuchFileException("/data/run")))
                .isEqualTo("/data/run: no such file or folder");
        assertThat(StatusMessages.describe(new FileSystemException("/data/run", null,
                "Read-only file system"))).isEqualTo("/data/run: Read-only file system");
    }
}
