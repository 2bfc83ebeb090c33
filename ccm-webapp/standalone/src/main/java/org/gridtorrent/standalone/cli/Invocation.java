package org.gridtorrent.standalone.cli;

import java.io.InputStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.terminal.Output;
import org.gridtorrent.terminal.Run;
import org.gridtorrent.terminal.UserFolder;

/** One run of {@code gridtorrent-server}. */
public final class Invocation extends Run {
    public Invocation(Map<String, String> environment, InputStream input, Output output) {
        super(environment, input, output);
    }

    /**
     * The site's folder: {@code --home}, then {@code GRIDTORRENT_HOME}, then the machine's configuration, then
     * the user's folder for state.
     */
    public Path home() {
        return chosenHome()
                .or(() -> configuration().value(ServerConfiguration.HOME).map(Path::of))
                .orElseGet(() -> stateFolder().resolve("gridtorrent-server")).toAbsolutePath()
                .normalize();
    }

    private Optional<Path> chosenHome() {
        return namedHome().or(() -> environment("GRIDTORRENT_HOME").map(Path::of));
    }

    /** The options that a file sets: the home's own file where a home was named, otherwise the machine's. */
    public ServerConfiguration configuration() {
        return ServerConfiguration
                .read(chosenHome().map(home -> home.resolve(ServerConfiguration.NAME))
                        .orElse(ServerConfiguration.OF_THE_MACHINE));
    }

    private Path stateFolder() {
        return environment("XDG_STATE_HOME").map(Path::of).filter(Path::isAbsolute)
                .orElseGet(() -> UserFolder.of(environment()).resolve(".local/state"));
    }
}
