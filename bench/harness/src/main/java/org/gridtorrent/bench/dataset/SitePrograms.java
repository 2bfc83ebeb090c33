package org.gridtorrent.bench.dataset;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.bench.process.Tool;

/**
 * Launchers of a site and of a machine, as the build left them in this program's source tree.
 *
 * @param server {@code gridtorrent-server}
 * @param client {@code gridtorrent}
 */
public record SitePrograms(Path server, Path client) {
    public static final String MISSING = "gridtorrent-server and gridtorrent are not built beside this"
            + " program: mvn -q -DskipTests package";

    private static final String SERVER = "ccm-webapp/standalone/target/gridtorrent-server/bin/gridtorrent-server";
    private static final String CLIENT = "gtf-client/client/target/gridtorrent/bin/gridtorrent";

    /** Empty when they are not built. */
    public static Optional<SitePrograms> find() {
        for (Path folder = ownCode(); folder != null; folder = folder.getParent()) {
            SitePrograms found = new SitePrograms(folder.resolve(SERVER), folder.resolve(CLIENT));
            if (Files.isExecutable(found.server) && Files.isExecutable(found.client)) {
                return Optional.of(found);
            }
        }
        return Optional.empty();
    }

    /** This program's own jar or classes. */
    private static Path ownCode() {
        URI own;
        try {
            own = SitePrograms.class.getProtectionDomain().getCodeSource().getLocation().toURI();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
        return Path.of(own);
    }

    /** Command of a launcher, with the JDK that runs this. */
    public static List<String> command(Path launcher, List<String> words) {
        return Tool
                .concat(List.of("env", "GRIDTORRENT_JAVA_HOME=" + System.getProperty("java.home"),
                        launcher.toString()), words);
    }
}
