package org.gridtorrent.client.mount;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.fuse.system.MountException;
import org.gridtorrent.fuse.system.Mounts;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.ExitStatus;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code unmount}. */
@Command(name = "unmount", description = "Unmount a folder.")
public final class UnmountCommand implements Callable<Integer> {
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final Duration END = Duration.ofSeconds(10);

    private final Invocation invocation;

    @Parameters(paramLabel = "DIR", description = "The mounted folder.")
    @SuppressWarnings("NullAway.Init") // picocli refuses a command line without it
    private Path folder;

    @Option(names = "--wait", description = "Wait until no program uses the folder.")
    private boolean wait;

    public UnmountCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path real = MountCommand.real(folder);
        MountRegistry registry = new MountRegistry(invocation.home());
        if (!Mounts.isMounted(real)) {
            registry.remove(real);
            throw CommandFailure.notFound(real + " is not mounted by gridtorrent");
        }
        unmount(real);
        long end = System.nanoTime() + END.toNanos();
        while (registry.status(real).isPresent() && System.nanoTime() - end < 0) {
            Thread.sleep(LOOK);
        }
        registry.remove(real);
        invocation.output().answer(Map.of("unmounted", real.toString()),
                List.of("Unmounted " + real));
        return ExitStatus.DONE;
    }

    private void unmount(Path real) throws IOException, InterruptedException {
        while (true) {
            try {
                Mounts.unmount(real, Mounts.isDead(real));
                return;
            } catch (MountException e) {
                if (!e.isBusy()) {
                    throw e;
                }
                if (!wait) {
                    throw new CommandFailure(ExitStatus.FAILED, real + " is in use. Close the files"
                            + " and terminals that are open there, or have this command wait for"
                            + " it with --wait", e);
                }
                Thread.sleep(LOOK);
            }
        }
    }
}
