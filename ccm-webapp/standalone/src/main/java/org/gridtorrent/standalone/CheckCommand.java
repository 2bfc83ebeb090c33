package org.gridtorrent.standalone;

import org.gridtorrent.standalone.admin.AdminRequest;
import org.gridtorrent.standalone.cli.Invocation;
import picocli.CommandLine.Command;

/** {@code check}: whether keys, database and folder are as they should be. */
@Command(name = "check", description = "Check the site for problems and suggest solutions.")
final class CheckCommand extends AdminCommand {
    CheckCommand(Invocation invocation) {
        super(invocation);
    }

    @Override
    AdminRequest request() {
        return new AdminRequest.Check();
    }
}
