package org.gridtorrent.standalone;

import java.nio.file.Path;
import org.gridtorrent.standalone.admin.AdminRequest;
import org.gridtorrent.standalone.cli.Invocation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code backup FILE}: the whole site in one file. */
@Command(name = "backup", description = "Writes the whole site, keys included, to one new file; the server may be running.")
final class BackupCommand extends AdminCommand {
    @Parameters(paramLabel = "FILE", description = "The file to make. It holds secrets: keep it as you keep keys.")
    private Path file = Path.of("");

    BackupCommand(Invocation invocation) {
        super(invocation);
    }

    @Override
    AdminRequest request() {
        return new AdminRequest.Backup(file.toAbsolutePath().toString());
    }
}
