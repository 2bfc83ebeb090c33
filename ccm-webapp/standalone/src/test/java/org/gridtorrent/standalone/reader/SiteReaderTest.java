package org.gridtorrent.standalone.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.TestAccounts;
import org.gridtorrent.catalog.TestDatabase;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Draft;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.catalog.task.Task;
import org.gridtorrent.catalog.workflow.Registrations.Registration;
import org.gridtorrent.ccm.site.FileSource.NotNow;
import org.gridtorrent.ccm.site.FileSource.Reason;
import org.gridtorrent.identity.SiteKeys;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.create.MetainfoBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The site's reader beside a machine that holds what is read; both real, and a catalog in memory. */
@Timeout(120)
class SiteReaderTest {
    private static final int LENGTH = 6_000_000;
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final SiteReader.Bounds WIDE = new SiteReader.Bounds(1L << 30, LONG, LONG,
            PAUSE);

    @TempDir
    Path folder;
    private Catalog catalog;
    private SiteKeys keys;
    private Account owner;
    private Account reader;
    private Device device;
    private HoldingMachine machine;
    private Path fetched;

    /** A data set of one file, and its bytes. */
    @SuppressWarnings("ArrayRecordComponent") // never compared, only carried
    private record Shared(Content content, byte[] bytes) {}

    @BeforeEach
    void open() throws Exception {
        catalog = Catalog.open(TestDatabase.H2.empty());
        keys = SiteKeys.openOrCreate(folder.resolve("keys"), "lab");
        owner = account("owner");
        reader = account("reader");
        device = catalog.machines().devices().enrol(
                catalog.machines().devices().createEnrolmentCode(owner.id(), keys.caCertificate()),
                "machine", "0.1.0").orElseThrow().device();
        machine = new HoldingMachine(catalog, keys, device);
        fetched = folder.resolve("fetched");
    }

    @AfterEach
    void close() {
        machine.close();
        catalog.close();
    }

    private Account account(String name) {
        return TestAccounts.add(catalog, name, name);
    }

    private Shared shared(int seed) throws Exception {
        byte[] bytes = new byte[LENGTH];
        new Random(seed).nextBytes(bytes);
        Path file = Files.write(folder.resolve("data" + seed), bytes);
        Metainfo metainfo = new MetainfoBuilder(file).privateTorrent(true).build().metainfo();
        Task task = catalog.datasets().publishing()
                .publish(new Draft(owner.id(), "Data " + seed, "",
                        Grants.accounts(List.of(reader.id())), device.id(), file.toString()))
                .task();
        Content content = catalog.datasets().registrations().register(device.id(), task.id(),
                new Registration(metainfo.infoHash().hex(), metainfo.encoded(), LENGTH, 1, false))
                .orElseThrow();
        machine.hold(content, metainfo, folder, folder.resolve("state" + seed));
        return new Shared(content, bytes);
    }

    private SiteReader reader(SiteReader.Bounds bounds) throws IOException {
        return SiteReader.open(catalog, keys, fetched, bounds);
    }

    private static InputStream open(SiteReader files, Account who, Shared what)
            throws IOException {
        return files.open(who.id(), what.content, what.content.title().replace("Data ", "data"),
                0, LENGTH);
    }

    private static void refuses(SiteReader files, Account who, Shared what, Reason reason) {
        assertThatThrownBy(() -> {
            try (InputStream in = open(files, who, what)) {
                in.readAllBytes();
            }
        }).isInstanceOfSatisfying(NotNow.class,
                refused -> assertThat(refused.reason()).isEqualTo(reason));
    }

    private boolean isKept(int session) {
        return Files.exists(fetched.resolve(Integer.toString(session)));
    }

    @Test
    void everybodyHasTwoTurns_andAllHaveEight() throws Exception {
        Shared shared = shared(1);
        try (SiteReader files = reader(WIDE)) {
            InputStream first = open(files, reader, shared);
            open(files, reader, shared);
            refuses(files, reader, shared, Reason.YOURS);
            for (int person = 0; person < 3; person++) {
                Account other = account("person" + person);
                open(files, other, shared);
                open(files, other, shared);
            }
            refuses(files, owner, shared, Reason.BUSY);
            first.close();
            first.close(); // twice closed is one turn
            try (InputStream in = open(files, owner, shared)) {
                assertThat(in.readAllBytes()).isEqualTo(shared.bytes);
                refuses(files, reader, shared, Reason.BUSY);
            }
        }
        assertThat(fetched).doesNotExist();
    }

    @Test
    void whoTakesNothingForSoLong_losesTheTurnAndNobodyElseDoes() throws Exception {
        Shared shared = shared(1);
        try (SiteReader files = reader(
                new SiteReader.Bounds(1L << 30, Duration.ofSeconds(1), LONG, PAUSE))) {
            InputStream idle = open(files, reader, shared);
            assertThat(idle.read()).isEqualTo(shared.bytes[0] & 0xFF);
            InputStream slow = open(files, reader, shared);
            await().atMost(Duration.ofSeconds(60)).ignoreExceptionsInstanceOf(NotNow.class)
                    .until(() -> {
                        assertThat(slow.read()).isNotNegative();
                        open(files, reader, shared).close();
                        return true;
                    });
            assertThatThrownBy(idle::read).isInstanceOf(IOException.class)
                    .hasMessageContaining("another has the turn");
            idle.close();
            assertThat(slow.readAllBytes()).isNotEmpty();
            slow.close();
        }
    }

    @Test
    void whoTakesNothing_givesTheTurnToSomebodyWhoWaits() throws Exception {
        Shared shared = shared(1);
        try (SiteReader files = reader(
                new SiteReader.Bounds(1L << 30, LONG, Duration.ZERO, PAUSE))) {
            InputStream idle = open(files, reader, shared);
            open(files, reader, shared);
            for (int person = 0; person < 3; person++) {
                Account other = account("person" + person);
                open(files, other, shared);
                open(files, other, shared);
            }
            try (InputStream in = open(files, owner, shared)) {
                assertThat(in.readAllBytes()).isEqualTo(shared.bytes);
            }
            assertThatThrownBy(idle::read).isInstanceOf(IOException.class)
                    .hasMessageContaining("another has the turn");
        }
    }

    @Test
    void whatWasReadLongestAgo_makesRoom() throws Exception {
        Shared one = shared(1);
        Shared other = shared(2);
        try (SiteReader files = reader(new SiteReader.Bounds(LENGTH * 3L / 2, LONG, LONG, PAUSE))) {
            for (Shared shared : List.of(one, other)) {
                try (InputStream in = open(files, reader, shared)) {
                    assertThat(in.readAllBytes()).isEqualTo(shared.bytes);
                }
            }
            await().until(() -> !isKept(0));
            assertThat(isKept(1)).isTrue();
            try (InputStream in = open(files, reader, one)) {
                assertThat(in.readAllBytes()).isEqualTo(one.bytes);
            }
        }
    }

    @Test
    void aFileLargerThanWhatIsKept_beginsAnewWhereItWas() throws Exception {
        Shared shared = shared(1);
        try (SiteReader files = reader(new SiteReader.Bounds(LENGTH / 3, LONG, LONG, PAUSE));
                InputStream in = open(files, reader, shared)) {
            byte[] half = in.readNBytes(LENGTH / 2);
            await().until(() -> !isKept(0));
            byte[] rest = in.readAllBytes();
            assertThat(half).isEqualTo(Arrays.copyOf(shared.bytes, LENGTH / 2));
            assertThat(rest).isEqualTo(Arrays.copyOfRange(shared.bytes, LENGTH / 2,
                    LENGTH));
        }
    }

    @Test
    void aRightThatIsTakenAway_endsWhatIsRead() throws Exception {
        Shared shared = shared(1);
        try (SiteReader files = reader(WIDE); InputStream in = open(files, reader, shared)) {
            in.readNBytes(1000);
            catalog.access().grants().replace(owner.id(), shared.content.id(),
                    Grants.accounts(List.of(owner.id())));
            await().until(() -> !isKept(0));
            assertThatThrownBy(in::readAllBytes).isInstanceOf(IOException.class)
                    .hasMessageContaining("the right was taken away");
            try (InputStream again = open(files, owner, shared)) {
                assertThat(again.readAllBytes()).isEqualTo(shared.bytes);
            }
        }
    }

    @Test
    void aFullDisk_isSaidAndForgottenWhenThereIsRoom() throws Exception {
        saysThatThereIsNoRoom("2m");
    }

    @Test
    void aDiskThatIsFullBeforeItBegins_isSaidToo() throws Exception {
        saysThatThereIsNoRoom("8k");
    }

    private void saysThatThereIsNoRoom(String size) throws Exception {
        String small = Files.createDirectories(folder.resolve("small")).toString();
        fetched = Path.of(small, "fetched");
        assumeTrue(run("mount", "-t", "tmpfs", "-o", "size=" + size, "tmpfs", small),
                "mounting a tmpfs is not allowed here");
        try {
            Shared shared = shared(1);
            try (SiteReader files = reader(WIDE)) {
                refuses(files, reader, shared, Reason.NO_ROOM);
                assertThat(run("mount", "-o", "remount,size=32m", small)).isTrue();
                // While nobody reads, what failed for want of room is forgotten.
                await().atMost(Duration.ofSeconds(60)).pollInterval(PAUSE.multipliedBy(4))
                        .ignoreExceptionsInstanceOf(NotNow.class).until(() -> {
                            try (InputStream in = open(files, reader, shared)) {
                                return Arrays.equals(in.readAllBytes(), shared.bytes);
                            }
                        });
            }
        } finally {
            run("umount", small);
        }
    }

    private static boolean run(String... command) throws Exception {
        return new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor() == 0;
    }
}
