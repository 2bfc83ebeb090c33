package org.gridtorrent.client.mount;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.fuse.system.Mounts;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.ExitStatus;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mount}: starts the process that mounts a folder, or is it. */
@Command(name = "mount", description = "Mount all data sets that you can read as a folder.")
public final class MountCommand implements Callable<Integer> {
    private static final Duration START = Duration.ofSeconds(60);
    private static final Duration LOOK = Duration.ofMillis(50);

    private final Invocation invocation;

    @Parameters(paramLabel = "DIR", arity = "0..1", description = "An empty folder.")
    private @Nullable Path folder;

    @Option(names = "--foreground", description = "Run in the foreground until unmounted.")
    private boolean foreground;

    @Option(names = "--background-limit", paramLabel = "SIZE|off", defaultValue = "1GB", description = "Maximum amount of data that one "
            + "program without a terminal, such as an indexer, may read (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // it has a default
    private String backgroundLimit;

    private MountCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    public static CommandLine group(Invocation invocation) {
        return new CommandLine(new MountCommand(invocation))
                .addSubcommand(new MountStatusCommand(invocation));
    }

    /** Path of a folder that may be a mount whose process was killed, so it cannot be looked at itself. */
    static Path real(Path folder) throws IOException {
        Path absolute = folder.toAbsolutePath().normalize();
        Path parent = absolute.getParent();
        if (parent == null) {
            throw CommandFailure.wrongUsage(absolute + " cannot be a mount; name another folder");
        }
        Path named = parent.toRealPath().resolve(absolute.getFileName());
        return Files.isSymbolicLink(named) ? named.toRealPath() : named;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (folder == null) {
            throw CommandFailure.wrongUsage("name the folder: gridtorrent mount DIR");
        }
        ReadBudget budget = budget();
        Path real = real(folder);
        if (Mounts.isMounted(real) && !Mounts.isDead(real)) {
            throw CommandFailure
                    .failed(real + " is mounted already; see: gridtorrent mount status");
        }
        return foreground ? mountHere(real, budget) : mountInBackground(real);
    }

    private ReadBudget budget() {
        try {
            return ReadBudget.parse(backgroundLimit);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.wrongUsage("--background-limit: " + e.getMessage());
        }
    }

    private int mountHere(Path real, ReadBudget budget) throws IOException, InterruptedException {
        try (MountProcess mount = MountProcess.start(invocation.home(), real, budget)) {
            Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().name("signal")
                    .unstarted(() -> closeQuietly(mount)));
            invocation.output().say("mounted at " + real);
            invocation.output().event(mount.status());
            mount.awaitUnmount();
        }
        return ExitStatus.DONE;
    }

    private void closeQuietly(MountProcess mount) {
        try {
            mount.close();
        } catch (IOException e) {
            invocation.output().say("gridtorrent: not unmounted cleanly: " + e.getMessage());
        }
    }

    /** The process outlives this command, its terminal and its session. */
    private int mountInBackground(Path real) throws IOException, InterruptedException {
        MountRegistry registry = new MountRegistry(invocation.home());
        Path log = registry.log(real);
        ProcessBuilder builder = new ProcessBuilder(command(real)).redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(log.toFile());
        Process process = builder.start();
        Optional<MountStatus> status = Optional.empty();
        for (long end = System.nanoTime() + START.toNanos(); status.isEmpty(); status = registry
                .status(real)) {
            if (process.waitFor(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new CommandFailure(process.exitValue(), reason(log));
            }
            if (System.nanoTime() - end > 0) {
                process.destroy();
                throw CommandFailure.failed("it takes more than " + START.toSeconds()
                        + " s to mount; see " + log);
            }
        }
        invocation.output().answer(Map.of("folder", real.toString(), "pid", status.get().pid()),
                List.of("Mounted at " + real));
        if (!status.get().daemonReachable()) {
            invocation.output().say("The daemon does not answer: all but drafts waits for it. Start"
                    + " it with: gridtorrent daemon run");
        }
        return ExitStatus.DONE;
    }

    private List<String> command(Path real) {
        String launcher = Optional.ofNullable(System.getProperty("gridtorrent.launcher"))
                .orElseThrow(() -> CommandFailure.failed("only bin/gridtorrent can start itself in"
                        + " the background; start this command with it, or use --foreground"));
        List<String> command = new ArrayList<>(List.of("setsid", launcher));
        invocation.namedHome().ifPresent(
                home -> command.addAll(List.of("--home", home.toAbsolutePath().toString())));
        command.addAll(List.of("mount", "--foreground", "--background-limit", backgroundLimit,
                real.toString()));
        return command;
    }

    /** The last line of its log, without the program's name. */
    private static String reason(Path log) throws IOException {
        return Files.readAllLines(log).stream().filter(line -> !line.isBlank())
                .reduce((_, last) -> last).map(line -> line.replaceFirst("^gridtorrent: ", ""))
                .orElse("the process that mounts ended; see " + log);
    }
}
