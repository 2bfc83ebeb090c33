package org.gridtorrent.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import org.gridtorrent.e2e.process.CheckFailure;
import org.gridtorrent.e2e.process.Programs;

/**
 * The whole errand with the real programs, told step by step: a data set is published on a page and
 * fetched on another machine, verified, and one who has no right to it is refused.
 *
 * <p>Ends with 0, or with 1 and the reason at the first thing that is wrong. Whatever it started ends with
 * it; the homes and logs stay for those who want to look.
 */
public final class Demo {
    private Demo() {}

    public static void main(String[] arguments) {
        var console = new Console(System.out, isTerminal());
        System.exit(run(console) ? 0 : 1);
    }

    private static boolean run(Console console) {
        var folder = Programs.root().resolve("bench/e2e/target/demo");
        try {
            clear(folder);
            console.title("GridTorrent, from publishing to a verified copy");
            try (var errand = new DemoSteps(console, Programs.in(Programs.root()), folder)) {
                errand.run();
            }
            console.done("Everything was as promised,");
            return true;
        } catch (CheckFailure | UncheckedIOException e) {
            console.failed(e.getMessage() + "\n   The programs' homes and logs are in " + folder);
            return false;
        }
    }

    /** Standard output decides: the bar is for people who watch. */
    private static boolean isTerminal() {
        return Optional.ofNullable(System.console()).map(java.io.Console::isTerminal).orElse(false);
    }

    private static void clear(Path folder) {
        try {
            if (Files.exists(folder)) {
                try (var walk = Files.walk(folder)) {
                    for (var path : walk.sorted(Comparator.reverseOrder()).toList()) {
                        Files.delete(path);
                    }
                }
            }
            Files.createDirectories(folder.resolve(DemoSteps.SHELF));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
