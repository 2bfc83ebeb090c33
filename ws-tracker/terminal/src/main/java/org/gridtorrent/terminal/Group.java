package org.gridtorrent.terminal;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A word that only has sub-commands: alone it is wrong usage. */
public abstract class Group implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public final void run() {
        throw new ParameterException(spec.commandLine(),
                "a command is missing after '" + spec.qualifiedName() + "'");
    }
}
