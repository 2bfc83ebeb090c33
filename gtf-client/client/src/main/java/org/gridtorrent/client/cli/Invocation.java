package org.gridtorrent.client.cli;

import java.io.InputStream;
import java.util.Map;
import org.gridtorrent.client.config.ConfigException;
import org.gridtorrent.client.config.Configuration;
import org.gridtorrent.client.config.Home;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.ExitStatus;
import org.gridtorrent.terminal.Output;
import org.gridtorrent.terminal.Run;

/**
 * One run of {@code gridtorrent}.
 *
 * <p>Home and configuration are read when first asked for, so that {@code --help} works with a
 * broken configuration.
 */
public final class Invocation extends Run {
    /** A run that is given nothing on standard input. */
    public Invocation(Map<String, String> environment, Output output) {
        this(environment, InputStream.nullInputStream(), output);
    }

    public Invocation(Map<String, String> environment, InputStream input, Output output) {
        super(environment, input, output);
    }

    public Home home() {
        return namedHome().map(Home::in).orElseGet(() -> Home.of(environment()));
    }

    /** Throws {@link CommandFailure} when the file is malformed. */
    public Configuration configuration() {
        try {
            return Configuration.read(environment(), home());
        } catch (ConfigException e) {
            throw new CommandFailure(ExitStatus.WRONG_USAGE, String.valueOf(e.getMessage()), e);
        }
    }
}
