package org.gridtorrent.client.command.dataset;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.command.Device;
import org.gridtorrent.client.config.Home;
import org.gridtorrent.client.disk.DurableFile;
import org.gridtorrent.client.mount.MountRegistry;
import org.gridtorrent.client.mount.MountStatus;
import org.gridtorrent.client.pages.StartedTask;
import org.gridtorrent.terminal.CommandFailure;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/**
 * {@code draft publish}: moves a draft out of the drafts, so that nobody writes to it any more, and publishes it
 * where it lies then.
 */
@Command(name = "publish", description = "Publish a draft and move it out of the folder drafts.")
final class DraftPublish implements Callable<Integer> {
    private final Invocation invocation;

    @Parameters(paramLabel = "NAME", description = "A folder or file in the folder drafts. NAME is also the title, unless --title is given.")
    @SuppressWarnings("NullAway.Init") // picocli refuses a command line without it
    private String name;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by picocli
    private PublishOptions options;

    DraftPublish(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path draft = draft();
        options.useTitle(name);
        options.check();
        new Device(invocation).enrolment();
        writeOut();
        PublishOptions.requirePublishable(invocation, draft);
        Path place = place();
        Files.move(draft, place, StandardCopyOption.ATOMIC_MOVE);
        StartedTask started;
        try {
            started = options.start(invocation, place);
        } catch (IOException | InterruptedException | RuntimeException e) {
            Files.move(place, draft, StandardCopyOption.ATOMIC_MOVE);
            Files.delete(place.getParent());
            throw e;
        }
        return options.await(invocation, started);
    }

    private Path draft() {
        Path drafts = invocation.home().drafts();
        Path draft = drafts.resolve(name).normalize();
        if (!drafts.equals(draft.getParent()) || !Files.exists(draft, LinkOption.NOFOLLOW_LINKS)) {
            throw CommandFailure.notFound("no draft " + name + "; see: "
                    + new Device(invocation).command("draft list"));
        }
        return draft;
    }

    /** Folder that it is shared from: under its own name, in a new folder. */
    private Path place() throws IOException {
        Home home = invocation.home();
        DurableFile.createPrivateFolder(home.publishedDrafts());
        Path folder = Files.createTempDirectory(home.publishedDrafts(), "draft-");
        return folder.resolve(name);
    }

    /** Has the kernel write what programs wrote in a mount and it still keeps. */
    private void writeOut() throws IOException {
        List<MountStatus> mounts = new MountRegistry(invocation.home()).all();
        for (MountStatus mount : mounts) {
            Path mounted = Path.of(mount.folder(), "drafts", name);
            if (mount.state().equals(MountStatus.MOUNTED)) {
                try (Stream<Path> files = Files.walk(mounted)) {
                    for (Path file : files.filter(Files::isRegularFile).toList()) {
                        writeOut(file);
                    }
                }
            }
        }
    }

    private static void writeOut(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
