package org.gridtorrent.client.command.dataset;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.command.Device;
import org.gridtorrent.client.command.PagesFailures;
import org.gridtorrent.client.command.TaskOutcome;
import org.gridtorrent.client.daemon.DaemonClient;
import org.gridtorrent.client.pages.NewDataset;
import org.gridtorrent.client.pages.NewVersion;
import org.gridtorrent.client.pages.PagesClient;
import org.gridtorrent.client.pages.StartedTask;
import org.gridtorrent.client.security.Enrolment;
import org.gridtorrent.client.tracker.TrackerClient;
import org.gridtorrent.metainfo.MetainfoException;
import org.gridtorrent.metainfo.create.MetainfoBuilder;
import org.gridtorrent.metainfo.create.UnpublishableException;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.ExitStatus;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that describe a data set to publish from this machine, and its order. Confined to one thread. */
final class PublishOptions {
    private static final int MOST_NAMED = 10;

    @Option(names = "--title", paramLabel = "TEXT", description = "Title of the data set.")
    private @Nullable String title;

    @Option(names = "--description", paramLabel = "TEXT", description = "What the data set contains and how it was made.")
    private String description = "";

    @ArgGroup
    private @Nullable AudienceOptions access;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by picocli
    private UntilOption until;

    @Option(names = "--version-of", paramLabel = "ID", description = "Publish the next version of this data set. Title and access stay the same.")
    private @Nullable String versionOf;

    @Option(names = "--changes", paramLabel = "TEXT", description = "What changed in this version.")
    private String changes = "";

    @Option(names = "--non-private", description = "Publish a non-private torrent (BEP 27). Needs a site that is open to the world, and "
            + "--public. BitTorrent clients then also find peers by DHT, PEX and LSD. This cannot "
            + "be undone: anyone with the torrent can share it for ever.")
    private boolean nonPrivate;

    @Option(names = "--no-wait", description = "Return without waiting for the task to finish.")
    private boolean noWait;

    /** Title where none is said, and it is not another data set's next version. */
    void useTitle(String name) {
        if (title == null && versionOf == null) {
            title = name;
        }
    }

    /** Fails when the options contradict each other. */
    void check() {
        boolean described = title != null || access != null || !description.isEmpty()
                || until.moment() != null;
        if (versionOf == null
                ? title == null || access == null || !changes.isEmpty()
                : described) {
            throw CommandFailure.wrongUsage("say --title with --public, --group or --user, or"
                    + " --version-of with --changes");
        }
        if (nonPrivate && access != null && !access.isPublic()) {
            throw CommandFailure.wrongUsage("--non-private needs --public: only a data set that"
                    + " everyone can access can have a non-private torrent");
        }
    }

    /** Refuses what the daemon would refuse after the data set was made on the site. */
    static void requirePublishable(Invocation invocation, Path path) throws IOException {
        Path real = path.toRealPath();
        try {
            List<Path> empty = new MetainfoBuilder(real).padded(true).checksums(true)
                    .maxEncodedLength(TrackerClient.MAX_METAINFO_LENGTH).check();
            if (!empty.isEmpty()) {
                invocation.output().say("Empty folders are left out, since a data set holds files"
                        + " only: " + named(real, empty));
            }
        } catch (UnpublishableException e) {
            e.unnamed().forEach(refusal -> invocation.output()
                    .say("gridtorrent: " + refusal.describe()));
            throw CommandFailure.badInput(e.getMessage() + "; nothing was made");
        } catch (MetainfoException e) {
            throw CommandFailure.badInput(e.getMessage() + "; nothing was made");
        }
    }

    private static String named(Path root, List<Path> folders) {
        int more = folders.size() - MOST_NAMED;
        return folders.stream().limit(MOST_NAMED).map(each -> root.relativize(each).toString())
                .collect(Collectors.joining(", "))
                + (more > 0 ? " and %d more".formatted(more) : "");
    }

    private StartedTask order(PagesClient pages, String deviceId, String real)
            throws IOException, InterruptedException {
        String previous = versionOf;
        if (previous != null) {
            return pages.publishVersion(previous,
                    new NewVersion(deviceId, real, changes, nonPrivate));
        }
        AudienceOptions audience = Objects.requireNonNull(access);
        return pages.publish(new NewDataset(Objects.requireNonNull(title), description,
                audience.word(), audience.groups(), audience.users(), until.moment(), deviceId,
                real, nonPrivate));
    }

    /** Gives the order, once the daemon runs. */
    StartedTask start(Invocation invocation, Path path) throws IOException, InterruptedException {
        Device here = new Device(invocation);
        Enrolment enrolment = here.enrolment();
        try (DaemonClient _ = here.daemon()) {
            Path real = here.folders().letPublish(path);
            return PagesFailures.ask(invocation,
                    pages -> order(pages, enrolment.deviceId(), real.toString()));
        }
    }

    /** Says what became of it, after it is published unless nobody waits. */
    int await(Invocation invocation, StartedTask started) throws IOException, InterruptedException {
        try (DaemonClient daemon = new Device(invocation).daemon()) {
            if (noWait) {
                TaskOutcome.awaitHandedOut(daemon, started.taskId());
                invocation.output().answer(started,
                        List.of("Data set " + started.id(), "Task " + started.taskId()));
                return ExitStatus.DONE;
            }
            invocation.output().say("Data set " + started.id());
            return TaskOutcome.await(invocation, daemon, started.taskId(), Duration.ofDays(365));
        }
    }
}
