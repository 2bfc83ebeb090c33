package org.gridtorrent.client.cli;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.client.config.ConfigException;
import org.gridtorrent.client.config.Configuration;
import org.gridtorrent.client.config.Home;
import org.jspecify.annotations.Nullable;

/**
 * One run of the program: its environment, its output and the global options.
 *
 * <p>Every command gets it in its constructor. Home and configuration are read when first asked
 * for, so that {@code --help} works with a broken configuration.
 */
public final class Invocation {
    private final Map<String, String> environment;
    private final Output output;
    private @Nullable Path homeFlag;
    private boolean debug;

    public Invocation(Map<String, String> environment, Output output) {
        this.environment = environment;
        this.output = output;
    }

    public Output output() {
        return output;
    }

    public Map<String, String> environment() {
        return environment;
    }

    public boolean debug() {
        return debug;
    }

    public Home home() {
        Path flag = homeFlag;
        return flag == null ? Home.of(environment) : Home.in(flag);
    }

    /** The folder that {@code --home} named, so that hints name it too. */
    public Optional<Path> namedHome() {
        return Optional.ofNullable(homeFlag);
    }

    /** Throws {@link CommandFailure} when the file is malformed. */
    public Configuration configuration() {
        try {
            return Configuration.read(environment, home());
        } catch (ConfigException e) {
            throw new CommandFailure(ExitStatus.WRONG_USAGE, String.valueOf(e.getMessage()), e);
        }
    }

    void homeFlag(Path home) {
        homeFlag = home;
    }

    void useDebug() {
        debug = true;
    }
}
