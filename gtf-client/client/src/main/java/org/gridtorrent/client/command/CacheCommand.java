package org.gridtorrent.client.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.daemon.CacheState;
import org.gridtorrent.client.daemon.CacheState.CachedDataset;
import org.gridtorrent.client.daemon.DaemonClient;
import org.gridtorrent.terminal.ByteSize;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.ExitStatus;
import org.gridtorrent.terminal.Frame;
import org.gridtorrent.terminal.Group;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code cache}: what this disk keeps of data sets that were read and not got. */
@Command(name = "cache", description = "Manage the cache of data sets that were read in a mount or browser.")
public final class CacheCommand extends Group {
    private final Invocation invocation;

    private CacheCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    public static CommandLine group(Invocation invocation) {
        return Frame.group(new CacheCommand(invocation));
    }

    @Command(name = "show", description = "Show what is in the cache.")
    int show() throws IOException {
        try (DaemonClient daemon = new Device(invocation).daemon()) {
            CacheState cache = daemon.cache();
            invocation.output().answer(cache, lines(cache));
        }
        return ExitStatus.DONE;
    }

    private static List<String> lines(CacheState cache) {
        List<String> lines = new ArrayList<>();
        lines.add("%s of at most %s, and %s of the disk stay free".formatted(
                ByteSize.words(cache.usedBytes()), ByteSize.words(cache.limitBytes()),
                ByteSize.words(cache.keepFreeBytes())));
        cache.datasets().forEach(dataset -> lines.add(line(dataset)));
        return lines;
    }

    private static String line(CachedDataset dataset) {
        return "  %s %s: %s of %s%s".formatted(dataset.id(), dataset.title(),
                ByteSize.words(dataset.bytes()), ByteSize.words(dataset.totalBytes()),
                dataset.pinned() ? ", pinned" : "");
    }

    @Command(name = "drop", description = "Remove a data set from the cache, or all that are not pinned.")
    int drop(
            @Parameters(paramLabel = "ID", arity = "0..1", defaultValue = "", description = ParameterText.DATASET) String id)
            throws IOException {
        try (DaemonClient daemon = new Device(invocation).daemon()) {
            require(daemon.dropCached(id), id);
        }
        invocation.output().answer(Map.of("dropped", id), List.of("Dropped."));
        return ExitStatus.DONE;
    }

    @Command(name = "pin", description = "Keep a data set in the cache regardless of the limit.")
    int pin(@Parameters(paramLabel = "ID", description = ParameterText.DATASET) String id)
            throws IOException {
        return pin(id, true);
    }

    @Command(name = "unpin", description = "Allow a data set to be removed from the cache again.")
    int unpin(@Parameters(paramLabel = "ID", description = ParameterText.DATASET) String id)
            throws IOException {
        return pin(id, false);
    }

    private int pin(String id, boolean isPinned) throws IOException {
        try (DaemonClient daemon = new Device(invocation).daemon()) {
            require(daemon.pinCached(id, isPinned), id);
        }
        invocation.output().answer(Map.of("id", id, "pinned", isPinned),
                List.of(isPinned ? "Pinned." : "Not pinned any more."));
        return ExitStatus.DONE;
    }

    private static void require(boolean isCached, String id) {
        if (!isCached) {
            throw CommandFailure.notFound("nothing of data set " + id + " is in the cache");
        }
    }
}
