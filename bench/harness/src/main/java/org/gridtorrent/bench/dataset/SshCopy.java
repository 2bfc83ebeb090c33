package org.gridtorrent.bench.dataset;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.bench.process.TimedCommand;
import org.gridtorrent.bench.process.Tool;
import org.gridtorrent.bench.result.TransferCost;

/** Copy by a command from an {@link SshServer}. */
final class SshCopy implements CopyTool {
    static final String RSYNC = "rsync over ssh";

    private final String title;
    private final Optional<String> missing;
    private final Command command;
    private final SshServer server;
    private final Path source;
    private final Path log;

    /** Makes the command line. */
    private interface Command {
        /**
         * @param from folder at the server
         * @param into an empty folder, which is to hold a folder of the same name
         */
        List<String> line(SshServer server, Path from, Path into);
    }

    private SshCopy(String title, Optional<String> missing, Command command, SshServer server,
            Path source, Path log) {
        this.title = title;
        this.missing = SshServer.missing().or(() -> missing);
        this.command = command;
        this.server = server;
        this.source = source;
        this.log = log;
    }

    /**
     * All of them.
     *
     * @param source folder of the files' folders
     * @param log file for what commands print
     */
    static List<CopyTool> all(SshServer server, Path source, Path log) {
        return List.of(
                new SshCopy(RSYNC, Tool.missing("rsync", "rsync"), SshCopy::rsync, server, source,
                        log),
                new SshCopy("rsync --fsync over ssh", Tool.missing("rsync", "rsync"),
                        SshCopy::rsyncSynced, server, source, log),
                new SshCopy("scp", Optional.empty(), SshCopy::scp, server, source, log),
                new SshCopy("rclone over sftp", Tool.missing("rclone", "rclone"), SshCopy::rclone,
                        server, source, log));
    }

    private static List<String> rsync(SshServer server, Path from, Path into) {
        return List.of("rsync", "--archive", "--rsh", "ssh -F " + server.clientConfiguration(),
                SshServer.ALIAS + ":" + from, into.toString());
    }

    /** Each file synced before the next one, as others count a file as arrived after its sync. */
    private static List<String> rsyncSynced(SshServer server, Path from, Path into) {
        return Tool.concat(rsync(server, from, into), List.of("--fsync"));
    }

    private static List<String> scp(SshServer server, Path from, Path into) {
        return List.of("scp", "-q", "-r", "-F", server.clientConfiguration().toString(),
                SshServer.ALIAS + ":" + from, into.toString());
    }

    /** Without the check by a hash, for which it would start a program at the server for each file. */
    private static List<String> rclone(SshServer server, Path from, Path into) {
        return List.of("rclone", "copy", "--config", "/dev/null",
                "--sftp-disable-hashcheck", server.rcloneRemote() + ":" + from,
                into.resolve(from.getFileName()).toString());
    }

    @Override
    public String title() {
        return title;
    }

    @Override
    public Optional<String> missing() {
        return missing;
    }

    @Override
    public void prepare(DatasetFiles files) throws IOException, InterruptedException {
        server.start();
    }

    @Override
    public TransferCost copy(DatasetFiles files, Path target)
            throws IOException, InterruptedException {
        double cpuBefore = server.cpuSeconds();
        TimedCommand.Taken taken = TimedCommand.run(LIMIT_SECONDS, log,
                command.line(server, source.resolve(files.name()), target));
        return new TransferCost(files.length(), taken.seconds(),
                taken.cpuSeconds() + server.cpuSeconds() - cpuBefore);
    }
}
