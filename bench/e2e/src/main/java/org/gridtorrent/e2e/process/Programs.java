package org.gridtorrent.e2e.process;

import java.nio.file.Files;
import java.nio.file.Path;

/** Where the built programs stand, in the source tree that this runs from. */
public record Programs(Path server, Path client) {

    /** The launchers under {@code root}, the source tree's top folder. */
    public static Programs in(Path root) {
        return new Programs(
                launcher(root.resolve("ccm-webapp/standalone/target/gridtorrent-server"),
                        "gridtorrent-server"),
                launcher(root.resolve("gtf-client/client/target/gridtorrent"), "gridtorrent"));
    }

    /** The source tree named by the system property {@code gridtorrent.root}, or found from here upwards. */
    public static Path root() {
        var named = System.getProperty("gridtorrent.root");
        if (named != null) {
            return Path.of(named);
        }
        for (var folder = Path.of("").toAbsolutePath(); folder != null; folder = folder
                .getParent()) {
            if (Files.isDirectory(folder.resolve("ptcp-socket"))
                    && Files.isDirectory(folder.resolve("bench"))) {
                return folder;
            }
        }
        throw new CheckFailure(
                "run this inside the source tree, or name it with -Dgridtorrent.root=FOLDER");
    }

    private static Path launcher(Path distribution, String name) {
        var launcher = distribution.resolve("bin").resolve(name);
        if (!Files.isExecutable(launcher)) {
            throw new CheckFailure(
                    launcher + " is missing: build it first, with  mvn -q -DskipTests package");
        }
        return launcher;
    }
}
