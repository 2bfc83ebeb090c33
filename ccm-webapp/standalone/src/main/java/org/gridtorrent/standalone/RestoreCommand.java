package org.gridtorrent.standalone;

import java.nio.file.Path;
import org.gridtorrent.standalone.admin.AdminRequest;
import org.gridtorrent.standalone.cli.Invocation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code restore FILE}: the site as it was. */
@Command(name = "restore", description = "Restore the site from a backup. Later changes are lost.")
final class RestoreCommand extends AdminCommand {
    @Parameters(paramLabel = "FILE", description = "Backup file.")
    private Path file = Path.of("");

    @Option(names = "--dry-run", description = "Verify the backup and show its content. Restore nothing.")
    private boolean dryRun;

    RestoreCommand(Invocation invocation) {
        super(invocation);
    }

    @Override
    AdminRequest request() {
        String path = file.toAbsolutePath().toString();
        return dryRun ? new AdminRequest.InspectBackup(path) : new AdminRequest.Restore(path);
    }
}
