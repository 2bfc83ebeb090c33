package org.gridtorrent.catalog.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.account.Accounts;
import org.gridtorrent.catalog.account.Sessions;
import org.gridtorrent.catalog.db.DatabaseException.Why;
import org.gridtorrent.testing.SmallDisk;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The embedded database on a small disk that is filled. */
@SuppressWarnings("NullAway.Init") // set before each test
class FullDiskTest {
    private static final String PASSWORD = "a long password";
    private static final int ROUNDS = 3;

    @TempDir
    Path folder;
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
    private SmallDisk disk;
    private Database database;

    @BeforeEach
    void open() throws IOException {
        disk = SmallDisk.mount(folder, "size=40m");
        database = new Database(
                DatabaseLogin.of(Catalog.embeddedUrl(disk.path().resolve("database"))), now::get);
    }

    @AfterEach
    void close() throws IOException {
        if (database != null) {
            database.close();
            disk.close();
        }
    }

    @Test
    void changesAreRefused_andWhoIsLoggedInStaysSo() throws IOException {
        var accounts = new Accounts(database);
        var sessions = new Sessions(database);
        Account member = accounts.register("member", "A member", PASSWORD);
        String token = sessions.open(member, Duration.ofDays(1), "here", "a browser").token();
        Path filler = disk.fill();
        assertThatExceptionOfType(DatabaseException.class)
                .isThrownBy(() -> accounts.register("other", "Another", PASSWORD))
                .satisfies(failure -> assertThat(failure.why()).isEqualTo(Why.FULL))
                .withMessageContaining("the change was refused");
        assertThat(database.unready()).isPresent();
        now.updateAndGet(then -> then.plus(Duration.ofHours(1)));
        assertThat(sessions.find(token)).isPresent();
        assertThat(accounts.authenticate("member", "another password")).isEmpty();
        Files.delete(filler);
        assertThat(accounts.register("other", "Another", PASSWORD).name()).isEqualTo("other");
    }

    /** Outcome of a change that fills the disk itself: as it is stored, or told as uncertain. */
    @Test
    void changeThatFails_isToldAsItIsStored() throws IOException {
        database.write(tx -> tx
                .createUpdate("create table line (name varchar(50), text varchar(600))").execute());
        for (int round = 0; round < ROUNDS; round++) {
            String prefix = "round " + round + ", line ";
            int made = 0;
            Throwable failure = null;
            while (failure == null) {
                String next = prefix + made;
                failure = catchThrowable(() -> database.changeOnly(tx -> insert(tx, next)));
                Files.delete(disk.path().resolve("filler"));
                made += failure == null ? 1 : 0;
            }
            await().atMost(Duration.ofSeconds(30)).until(() -> database.unready().isEmpty());
            List<String> stored = database.read(tx -> tx.createQuery("select name from line")
                    .mapTo(String.class).list());
            assertThat(stored)
                    .containsAll(IntStream.range(0, made).mapToObj(i -> prefix + i).toList());
            if (!(failure instanceof DatabaseException known && known.why() == Why.UNCERTAIN)) {
                assertThat(stored).as("after %s", failure).doesNotContain(prefix + made);
            }
        }
    }

    private void insert(Transaction tx, String name) {
        try {
            disk.fill();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        tx.createUpdate("insert into line (name, text) values (:name, :text)").bind("name", name)
                .bind("text", "x".repeat(500)).execute();
    }
}
