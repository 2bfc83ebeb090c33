package org.gridtorrent.bench.gridjet;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.bench.process.Host;
import org.gridtorrent.bench.process.TimedCommand;

/** Times in which {@code cat} reads files of a mounted folder. */
final class FileCopies {
    private final Path folder;

    /** @param folder for what came */
    FileCopies(Path folder) {
        this.folder = folder;
    }

    private static List<String> command(Path from, Path to) {
        return List.of("sh", "-c", "exec cat \"$0\" > \"$1\"", from.toString(), to.toString());
    }

    /** Seconds for each file of the mounted folder, one after the other. */
    List<Double> seconds(SampleFiles files, Path mounted, long limitSeconds)
            throws IOException, InterruptedException {
        List<Double> seconds = new ArrayList<>();
        for (int file = 0; file < files.count(); file++) {
            seconds.add(TimedCommand.run(limitSeconds, folder.resolve("cat.log"),
                    command(mounted.resolve(files.name(file)), copy(file))).seconds());
            files.check(file, copy(file));
        }
        return seconds;
    }

    /** Seconds until all files, each read by its own program, are there. */
    double secondsAtOnce(SampleFiles files, Path mounted, long limitSeconds)
            throws IOException, InterruptedException {
        List<TimedCommand> readers = new ArrayList<>();
        long begunNs = System.nanoTime();
        try {
            for (int file = 0; file < files.count(); file++) {
                readers.add(TimedCommand.start(Host.HERE, limitSeconds,
                        folder.resolve("cat-" + file + ".log"),
                        command(mounted.resolve(files.name(file)), copy(file))));
            }
            for (TimedCommand reader : readers) {
                var _ = reader.cpuSeconds();
            }
        } finally {
            readers.forEach(TimedCommand::close);
        }
        double seconds = (System.nanoTime() - begunNs) / 1e9;
        for (int file = 0; file < files.count(); file++) {
            files.check(file, copy(file));
        }
        return seconds;
    }

    private Path copy(int file) {
        return folder.resolve("copy-" + file);
    }
}
