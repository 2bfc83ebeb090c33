package org.gridtorrent.standalone;

import java.nio.file.Path;
import org.gridtorrent.standalone.admin.AdminRequest;
import org.gridtorrent.standalone.cli.Invocation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code restore FILE}: the site as it was. */
@Command(name = "restore", description = "Makes the site what it was when the file was written; what came later is lost.")
final class RestoreCommand extends AdminCommand {
    @Parameters(paramLabel = "FILE", description = "A file that backup made.")
    private Path file = Path.of("");

    @Option(names = "--dry-run", description = "Check the file and say what is in it; restore nothing.")
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
