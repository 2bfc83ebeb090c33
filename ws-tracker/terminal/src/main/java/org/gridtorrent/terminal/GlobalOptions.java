package org.gridtorrent.terminal;

import java.nio.file.Path;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The options that every command takes; the root command mixes them in and the others inherit. */
public final class GlobalOptions {
    private final Run run;

    public GlobalOptions(Run run) {
        this.run = run;
    }

    @Option(names = "--home", paramLabel = "DIR", scope = ScopeType.INHERIT, description = "Folder for configuration and state (also: GRIDTORRENT_HOME).")
    void home(Path home) {
        run.homeFlag(home);
    }

    @Option(names = "--json", scope = ScopeType.INHERIT, description = "Print the answer as JSON.")
    void json(boolean json) {
        if (json) {
            run.output().useJson();
        }
    }

    @Option(names = "--debug", scope = ScopeType.INHERIT, description = "Show stack traces.")
    void debug(boolean debug) {
        if (debug) {
            run.useDebug();
        }
    }
}
