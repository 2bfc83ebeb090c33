package org.gridtorrent.standalone;

import org.gridtorrent.standalone.admin.AdminRequest;
import org.gridtorrent.standalone.cli.Invocation;
import org.gridtorrent.standalone.home.DatabaseAccess;
import org.gridtorrent.terminal.CommandFailure;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code move --database JDBC-URL}: the site's data from the embedded database to PostgreSQL. */
@Command(name = "move", description = {"Move a stopped site from the embedded database to an empty "
        + "PostgreSQL database, in one transaction.",
    "The site uses PostgreSQL from then on. The embedded database is kept in the home."})
final class MoveCommand extends AdminCommand {
    @Mixin
    private final DatabaseOptions database = new DatabaseOptions();

    MoveCommand(Invocation invocation) {
        super(invocation);
    }

    @Override
    AdminRequest request() {
        DatabaseAccess target = database.access().orElseThrow(() -> CommandFailure
                .wrongUsage("--database says where to: jdbc:postgresql://HOST/NAME"));
        return new AdminRequest.Move(target.url(), target.user(), target.passwordFile());
    }
}
