package org.gridtorrent.mdtp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.gridtorrent.mdtp.ScriptedFetches.CONTENT;
import static org.gridtorrent.mdtp.ScriptedFetches.GOOD;
import static org.gridtorrent.mdtp.ScriptedFetches.LENGTH;
import static org.gridtorrent.mdtp.ScriptedFetches.bytes;
import static org.gridtorrent.mdtp.ScriptedFetches.checksum;
import static org.gridtorrent.mdtp.ScriptedFetches.pieces;
import static org.gridtorrent.testing.ScriptedHttpServer.partial;
import static org.gridtorrent.testing.ScriptedHttpServer.serving;
import static org.gridtorrent.testing.ScriptedHttpServer.write;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;
import org.gridtorrent.mdtp.FetchException.Reason;
import org.gridtorrent.mdtp.ReplicaStatus.State;
import org.gridtorrent.mdtp.file.PartialFile;
import org.gridtorrent.mdtp.file.RangeWriter;
import org.gridtorrent.mdtp.schedule.ByteRange;
import org.gridtorrent.testing.SmallDisk;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fetches that go on with what an earlier one left, or wait for room. */
@SuppressWarnings("NullAway.Init") // set before each test
final class ResumedFetchTest {
    private static final int LEFT = 2_000_000;

    @TempDir
    Path folder = Path.of("");
    private ScriptedFetches fetches;

    @BeforeEach
    void begin() throws Exception {
        fetches = new ScriptedFetches(folder);
    }

    @AfterEach
    void end() throws Exception {
        fetches.close();
    }

    @Test
    void bytesThatAreSafeAreNotFetchedAgain() throws Exception {
        AtomicLong served = new AtomicLong();
        CountDownLatch half = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        try (PartialFile file = fetches.open()) {
            ReplicaFetch fetch = fetches.fetch(file, FetchOptions.DEFAULTS, (request, out) -> {
                write(out, partial(0, Math.min(LENGTH, request.rangeEnd()), LENGTH, ""));
                out.write(CONTENT, 0, 3_000_000);
                out.flush();
                half.countDown();
                never.await();
            });
            FutureTask<FetchResult> task = new FutureTask<>(fetch::run);
            Thread.startVirtualThread(task);
            half.await();
            while (fetch.status().bytesPresent() < 3_000_000) {
                Thread.onSpinWait();
            }
            fetch.stop();
            assertThat(catchThrowableOfType(ExecutionException.class, task::get))
                    .hasCauseInstanceOf(CancellationException.class);
        }
        fetches.stopServers();
        FetchResult result = fetches.run(FetchOptions.DEFAULTS.withChecksum(checksum(CONTENT)),
                (request, out) -> {
                    served.addAndGet(request.rangeEnd() - request.rangeStart());
                    GOOD.respond(request, out);
                });
        fetches.assertComplete();
        assertThat(served).hasValue(3_000_000);
        assertThat(result.bytesReceived()).isEqualTo(3_000_000);
    }

    @Test
    void partOfAChangedFileIsNotMixedWithTheNewOne() throws Exception {
        try (PartialFile file = fetches.open()) {
            file.setLength(LENGTH - 5);
            try (RangeWriter writer = file.writer(new ByteRange(0, 10), "")) {
                writer.write(ByteBuffer.wrap(CONTENT, 0, 10));
            }
            file.sync();
        }
        FetchException failure = fetches.failure(FetchOptions.DEFAULTS.withFileLength(LENGTH),
                GOOD);
        assertThat(failure.reason()).isEqualTo(Reason.OTHER_FILE_PRESENT);
    }

    /** Leaves the first bytes of a file, as a fetch does that was stopped. */
    private void leave(byte[] content, String... notes) throws Exception {
        try (PartialFile file = fetches.open();
                RangeWriter writer = file.writer(new ByteRange(0, LEFT), "")) {
            file.setLength(LENGTH);
            for (int i = 0; i < notes.length; i += 2) {
                file.note(notes[i], notes[i + 1]);
            }
            writer.write(ByteBuffer.wrap(content, 0, LEFT));
            file.sync();
        }
    }

    @Test
    void partFromOtherAddressesIsNotMixedWithoutAChecksum() throws Exception {
        leave(CONTENT);
        assertThat(fetches.failure(FetchOptions.DEFAULTS, GOOD).reason())
                .isEqualTo(Reason.OTHER_FILE_PRESENT);
        assertThat(PartialFile.partOf(fetches.target)).hasSize(LEFT);
    }

    /** Neither a tag nor a date tells it. */
    @Test
    void partOfAFileThatChangedAtItsServerIsNotMixedWithTheNewOne() throws Exception {
        try (PartialFile file = fetches.open()) {
            fetches.fetch(file, FetchOptions.DEFAULTS, GOOD);
            String address = fetches.address(0);
            file.setLength(LENGTH);
            file.note("address " + address, "");
            try (RangeWriter writer = file.writer(new ByteRange(0, LEFT), address)) {
                writer.write(ByteBuffer.wrap(bytes(8), 0, LEFT));
            }
            file.sync();
        }
        assertThat(fetches.failure(FetchOptions.DEFAULTS).reason())
                .isEqualTo(Reason.OTHER_FILE_PRESENT);
        FetchResult result = fetches.run(FetchOptions.DEFAULTS.withChecksum(checksum(CONTENT)));
        fetches.assertComplete();
        assertThat(result.replicas().getFirst().state()).isEqualTo(State.IDLE);
    }

    @Test
    void partFromOtherAddressesIsUsedWithAChecksum() throws Exception {
        leave(CONTENT);
        FetchResult result = fetches.run(FetchOptions.DEFAULTS.withChecksum(checksum(CONTENT)),
                GOOD);
        fetches.assertComplete();
        assertThat(result.bytesReceived()).isEqualTo(LENGTH - LEFT);
    }

    @Test
    void partOfAFileWithAnotherChecksumIsRefused() throws Exception {
        leave(CONTENT, "checksum sha-256", checksum(bytes(8)).hex());
        assertThat(fetches
                .failure(FetchOptions.DEFAULTS.withChecksum(checksum(CONTENT)), GOOD).reason())
                .isEqualTo(Reason.OTHER_FILE_PRESENT);
    }

    @Test
    void falsePiecesOfAnEarlierFetchAreFetchedAgain() throws Exception {
        leave(bytes(8));
        FetchResult result = fetches.run(FetchOptions.DEFAULTS.withPieces(pieces(500_000)), GOOD);
        fetches.assertComplete();
        assertThat(result.isVerified()).isTrue();
        assertThat(result.replicas().getFirst().state()).isEqualTo(State.IDLE);
    }

    @Test
    void falsePartOfAnEarlierFetchIsFoundByTheChecksum() throws Exception {
        leave(bytes(8));
        FetchResult result = fetches.run(FetchOptions.DEFAULTS.withChecksum(checksum(CONTENT)),
                GOOD);
        fetches.assertComplete();
        assertThat(result.bytesReceived()).isBetween((long) LENGTH, LENGTH + LENGTH / 100L);
    }

    @Test
    void lengthThatNoReplicaHasAnyMoreIsRefused() throws Exception {
        leave(CONTENT);
        byte[] other = Arrays.copyOf(CONTENT, LENGTH - 1);
        assertThat(fetches.failure(FetchOptions.DEFAULTS.withChecksum(checksum(other)),
                serving(other, "\"v2\"")).reason()).isEqualTo(Reason.OTHER_FILE_PRESENT);
    }

    @Test
    void fullDiskPausesTheFetch() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(folder, "size=2m");
                PartialFile file = PartialFile.open(disk.path().resolve("file"), read -> {})) {
            ReplicaFetch fetch = fetches.fetch(file,
                    FetchOptions.DEFAULTS.withPatience(Duration.ofMillis(1_500)), GOOD);
            FutureTask<FetchResult> task = new FutureTask<>(fetch::run);
            Thread.startVirtualThread(task);
            while (!fetch.status().isDiskFull()) {
                Thread.onSpinWait();
            }
            disk.remount("size=16m");
            assertThat(task.get().fileLength()).isEqualTo(LENGTH);
            assertThat(disk.path().resolve("file")).hasBinaryContent(CONTENT);
        }
    }
}
