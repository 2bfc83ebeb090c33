package org.gridtorrent.client.command.daemon;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.cli.Version;
import org.gridtorrent.client.command.Device;
import org.gridtorrent.client.config.Configuration;
import org.gridtorrent.client.config.Setting;
import org.gridtorrent.client.daemon.Daemon;
import org.gridtorrent.client.daemon.DaemonOptions;
import org.gridtorrent.client.security.DeviceIdentity;
import org.gridtorrent.client.security.Enrolment;
import org.gridtorrent.terminal.ByteSize;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.ExitStatus;
import org.gridtorrent.terminal.ServiceManager;
import org.gridtorrent.terminal.log.FileLog;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code daemon run}: in the foreground, until stopped. */
@Command(name = "run", description = "Run the daemon in the foreground.")
final class DaemonRun implements Callable<Integer> {
    private final Invocation invocation;

    @Option(names = "--listen", paramLabel = "HOST:PORT", description = "Address on which peers connect. With port 0, a free port is chosen once and kept.")
    private @Nullable String listen;

    @Option(names = "--transport", paramLabel = "tcp|ptcp[:N]", description = "Transport for peers: tcp uses one TCP stream, ptcp uses several and tunes their number, "
            + "ptcp:N uses exactly N. Default: tcp for downloads; ptcp:32 for mounts and the gateway if the peer is far away.")
    private @Nullable String transport;

    @Option(names = "--downloads", paramLabel = "DIR", description = "Default folder for downloads.")
    private @Nullable String downloads;

    @Option(names = "--upload-limit", paramLabel = "RATE", description = "Upload limit per second for all peers together, such as 4MB, or a weekly schedule: "
            + "'08:00,4MB 18:00,off'.")
    private @Nullable String uploadLimit;

    @Option(names = "--download-limit", paramLabel = "RATE", description = "Download limit per second, in the form of --upload-limit.")
    private @Nullable String downloadLimit;

    DaemonRun(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        DaemonOptions options = options();
        beginLog();
        Device here = new Device(invocation);
        Enrolment enrolment = here.enrolment();
        ServiceManager manager = ServiceManager.of(invocation.environment());
        try (Daemon daemon = Daemon.start(options,
                new DeviceIdentity(here.identity(), enrolment))) {
            Thread atSignal = Thread.ofPlatform().name("signal")
                    .unstarted(() -> {
                        manager.stopping();
                        closeQuietly(daemon);
                    });
            Runtime.getRuntime().addShutdownHook(atSignal);
            invocation.output().say("daemon ready: " + daemon.status().listen());
            invocation.output().event(daemon.status());
            manager.ready("Listening on " + daemon.status().listen());
            daemon.awaitStop();
            manager.stopping();
        } catch (Daemon.HomeTakenException e) {
            throw new CommandFailure(ExitStatus.FAILED,
                    e.getMessage() + "; see: " + here.command("daemon status"), e);
        }
        return ExitStatus.DONE;
    }

    private void beginLog() throws IOException {
        Configuration configuration = invocation.configuration();
        Optional<String> file = configuration.optionalText(Setting.LOG_FILE);
        if (file.isPresent()) {
            try {
                new FileLog(Path.of(file.get()),
                        ByteSize.parse(configuration.text(Setting.LOG_SIZE)).bytes(),
                        Integer.parseInt(configuration.text(Setting.LOG_COUNT))).begin();
            } catch (NumberFormatException e) {
                throw new CommandFailure(ExitStatus.WRONG_USAGE, Setting.LOG_COUNT.key() + ": '"
                        + configuration.text(Setting.LOG_COUNT) + "' is no number", e);
            } catch (IllegalArgumentException e) {
                throw new CommandFailure(ExitStatus.WRONG_USAGE,
                        Setting.LOG_SIZE.key() + ": " + e.getMessage(), e);
            }
        }
    }

    private void closeQuietly(Daemon daemon) {
        try {
            daemon.close();
        } catch (IOException e) {
            invocation.output().say("gridtorrent: not ended cleanly: " + e.getMessage());
        }
    }

    private DaemonOptions options() {
        Configuration configuration = invocation.configuration().withFlag(Setting.LISTEN, listen)
                .withFlag(Setting.TRANSPORT, transport).withFlag(Setting.DOWNLOADS, downloads)
                .withFlag(Setting.UPLOAD_LIMIT, uploadLimit)
                .withFlag(Setting.DOWNLOAD_LIMIT, downloadLimit);
        try {
            return DaemonOptions.of(invocation.home(), configuration, Version.current());
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitStatus.WRONG_USAGE, String.valueOf(e.getMessage()), e);
        }
    }
}
