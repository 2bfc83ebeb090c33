package org.gridtorrent.standalone.cli;

import java.nio.file.Path;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The options that every command takes; the root command mixes them in and the others inherit. */
public final class GlobalOptions {
    private final Invocation invocation;

    public GlobalOptions(Invocation invocation) {
        this.invocation = invocation;
    }

    @Option(names = "--home", paramLabel = "DIR", scope = ScopeType.INHERIT, description = "The site's folder: keys, database, everything (also: GRIDTORRENT_HOME; "
            + "otherwise ~/.local/state/gridtorrent-server).")
    void home(Path home) {
        invocation.homeFlag(home);
    }

    @Option(names = "--json", scope = ScopeType.INHERIT, description = "Answer in JSON on standard output.")
    void json(boolean json) {
        if (json) {
            invocation.output().useJson();
        }
    }

    @Option(names = "--debug", scope = ScopeType.INHERIT, description = "Show stack traces.")
    void debug(boolean debug) {
        if (debug) {
            invocation.useDebug();
        }
    }
}
