package org.gridtorrent.bench.testbed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Temporary folder, deleted when closed, also when the run is ended from outside. */
public final class TempFolder implements AutoCloseable {
    /** Beginning of all their names. */
    public static final String PREFIX = "gridtorrent-bench-";

    private final Path folder;

    private TempFolder(Path folder) {
        this.folder = folder;
    }

    public static TempFolder create(Path below) throws IOException {
        return deletedAtEnd(Files.createTempDirectory(below, PREFIX));
    }

    /** Makes this very folder. */
    static TempFolder at(Path folder) throws IOException {
        return deletedAtEnd(Files.createDirectory(folder));
    }

    private static TempFolder deletedAtEnd(Path folder) {
        var made = new TempFolder(folder);
        // Of a run that is ended from outside, too: gigabytes in a tmpfs are memory.
        Runtime.getRuntime().addShutdownHook(new Thread(made::deleteAtEnd, "scratch-folder"));
        return made;
    }

    public Path path(String name) {
        return folder.resolve(name);
    }

    /** A new folder in it. */
    public Path make(String name) throws IOException {
        return Files.createDirectory(path(name));
    }

    private void deleteAtEnd() {
        try {
            close();
        } catch (IOException e) {
            System.err.println("gridtorrent-bench: " + folder + " could not be deleted: " + e);
        }
    }

    @Override
    public void close() throws IOException {
        if (Files.exists(folder)) {
            delete(folder);
        }
    }

    public static void delete(Path directory) throws IOException {
        List<Path> all;
        try (Stream<Path> walk = Files.walk(directory)) {
            all = walk.sorted(Comparator.reverseOrder()).toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        for (Path path : all) {
            Files.deleteIfExists(path);
        }
    }
}
