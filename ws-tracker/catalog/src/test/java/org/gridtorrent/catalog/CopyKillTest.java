package org.gridtorrent.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.db.DatabaseLogin;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.catalog.task.Task;
import org.gridtorrent.catalog.task.Task.Kind;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A keeper of rules for copies that is killed at any moment, again and again, does nothing twice. */
class CopyKillTest {
    private static final int CONTENTS = TestScale.of("copies.contents", 12, 30);

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void killedKeeper_makesNoCopyTwiceAndForgetsNone(TestDatabase kind) throws Exception {
        var random = new Random(TestScale.seed("copies.seed"));
        DatabaseLogin login = kind.lasting(folder.resolve("database"));
        List<String> contents = fill(login);
        int kills = 0;
        while (keep(login, 1 + random.nextInt(9))) {
            kills++;
        }
        assertThat(kills).isPositive();
        try (var catalog = Catalog.open(login)) {
            String owner = catalog.identity().accounts().findByName("owner").orElseThrow().id();
            assertThat(catalog.work().tasks().of(owner, 1000)).filteredOn(
                    task -> task.kind() == Kind.DOWNLOAD).extracting(Task::contentId)
                    .containsExactlyInAnyOrderElementsOf(contents);
        }
    }

    private List<String> fill(DatabaseLogin login) throws Exception {
        try (var site = new Site(login)) {
            site.now = Instant.now();
            Account owner = site.account("owner");
            Device source = site.device(owner);
            site.catalog.work().assignments().openSession(source.id(), "2");
            for (int i = 0; i < 5; i++) {
                Device device = site.offering(owner);
                site.catalog.machines().devices().offer(device.id(), 1_000_000, false);
                site.catalog.machines().devices().report(device.id(),
                        new Device.Report("2", List.of(), 1_000_000, List.of()));
            }
            var contents = new ArrayList<String>();
            for (int i = 0; i < CONTENTS; i++) {
                Content content = site.publish(owner, source, "ice " + i, Grants.EVERYONE);
                site.catalog.sharing().copies().keep(owner.id(), content.id(), 2, 0, List.of(),
                        List.of());
                contents.add(content.id());
            }
            return contents;
        }
    }

    /** Kills a keeper when it has said so many times that it held a rule; false when it was done. */
    private static boolean keep(DatabaseLogin login, int most)
            throws IOException, InterruptedException {
        Process keeper = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp",
                System.getProperty("java.class.path"), Keeper.class.getName(), login.url(),
                login.user(), login.password())
                .redirectError(ProcessBuilder.Redirect.DISCARD).start();
        int held = 0;
        boolean done = false;
        try (var lines = new BufferedReader(
                new InputStreamReader(keeper.getInputStream(), StandardCharsets.UTF_8))) {
            String line = lines.readLine();
            while (line != null) {
                done |= line.equals("done");
                if (line.equals("held") && ++held == most) {
                    keeper.toHandle().destroyForcibly();
                }
                line = lines.readLine();
            }
        }
        keeper.waitFor();
        return !done;
    }

    /** Holds every rule once. */
    static final class Keeper {
        private Keeper() {}

        public static void main(String[] arguments) {
            try (var catalog = Catalog
                    .open(new DatabaseLogin(arguments[0], arguments[1], arguments[2]))) {
                for (String content : catalog.sharing().copyReconciler().all()) {
                    if (catalog.sharing().copyReconciler().hold(content) > 0) {
                        System.out.println("held");
                    }
                }
                System.out.println("done");
            }
        }
    }
}
