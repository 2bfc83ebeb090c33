package org.gridtorrent.standalone;

import java.nio.file.Path;
import org.gridtorrent.standalone.admin.AdminRequest;
import org.gridtorrent.standalone.cli.Invocation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code backup FILE}: the whole site in one file. */
@Command(name = "backup", description = "Back up the whole site, including its keys, to a new file. The server may be running.")
final class BackupCommand extends AdminCommand {
    @Parameters(paramLabel = "FILE", description = "File to create. It contains secrets: protect it like a key.")
    private Path file = Path.of("");

    BackupCommand(Invocation invocation) {
        super(invocation);
    }

    @Override
    AdminRequest request() {
        return new AdminRequest.Backup(file.toAbsolutePath().toString());
    }
}
