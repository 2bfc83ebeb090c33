package org.gridtorrent.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.catalog.db.DatabaseLogin;
import org.gridtorrent.catalog.people.Group;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DurabilityTest {
    private static final int ACKNOWLEDGED = 30;

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void whatWasAcknowledged_outlivesAKilledProcess(TestDatabase kind) throws Exception {
        DatabaseLogin login = kind.lasting(folder);
        List<String> acknowledged = writeAndKill(login);
        try (var catalog = Catalog.open(login)) {
            assertThat(catalog.people().groups()
                    .of(catalog.identity().accounts().findByName("owner").orElseThrow().id()))
                    .extracting(Group::name)
                    .containsAll(acknowledged);
        }
        assertThat(acknowledged).hasSizeGreaterThanOrEqualTo(ACKNOWLEDGED);
    }

    private static List<String> writeAndKill(DatabaseLogin login)
            throws IOException, InterruptedException {
        Process writer = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp",
                System.getProperty("java.class.path"), Writer.class.getName(), login.url(),
                login.user(), login.password())
                .redirectError(ProcessBuilder.Redirect.DISCARD).start();
        var names = new ArrayList<String>();
        try (var lines = new BufferedReader(
                new InputStreamReader(writer.getInputStream(), StandardCharsets.UTF_8))) {
            String line = lines.readLine();
            while (line != null) {
                if (line.startsWith("made ")) {
                    names.add(line.substring("made ".length()));
                }
                if (names.size() == ACKNOWLEDGED) {
                    writer.toHandle().destroyForcibly();
                }
                line = lines.readLine();
            }
        }
        writer.waitFor();
        return names;
    }

    /** Commits groups for ever, and says so of each after its commit. */
    static final class Writer {
        private Writer() {}

        public static void main(String[] arguments) {
            var catalog = Catalog
                    .open(new DatabaseLogin(arguments[0], arguments[1], arguments[2]));
            String owner = catalog.identity().accounts().register("owner", "Owner", "long enough")
                    .id();
            for (int i = 0; true; i++) {
                catalog.people().groups().create(owner, "group " + i, "", true);
                System.out.println("made group " + i);
            }
        }
    }
}
