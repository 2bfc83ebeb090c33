package org.gridtorrent.bench.dataset;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.gridtorrent.bench.testbed.ContentFolder;

/**
 * Files of equal length that are copied together, in folders of at most a thousand.
 *
 * @param name of the folder that holds them
 * @param title as rows say it
 * @param fileLength in bytes
 */
record DatasetFiles(String name, String title, int count, long fileLength) {
    private static final int FILES_PER_FOLDER = 1000;

    static DatasetFiles large(String title, long length) {
        return new DatasetFiles("large", title, 1, length);
    }

    static DatasetFiles small(int count, long fileLength) {
        return new DatasetFiles("small", String.format(Locale.ROOT, "%,d files of %d KB", count,
                fileLength / 1000), count, fileLength);
    }

    long length() {
        return count * fileLength;
    }

    /** Makes them in a folder of their name, random and alike each time. */
    void write(Path parent) throws IOException {
        for (String path : paths()) {
            Path file = parent.resolve(name).resolve(path);
            Files.createDirectories(file.getParent());
            ContentFolder.writeRandom(file, fileLength, path.hashCode());
        }
    }

    /** Paths of all files in the folder. */
    List<String> paths() {
        return IntStream.range(0, count)
                .mapToObj(number -> String.format(Locale.ROOT, "%s/%03d.dat",
                        folder(number / FILES_PER_FOLDER), number % FILES_PER_FOLDER))
                .toList();
    }

    /** Name of the first folder in it. */
    static String firstFolder() {
        return folder(0);
    }

    private static String folder(int number) {
        return String.format(Locale.ROOT, "part-%02d", number);
    }

    /** Checks that a folder holds the same files as another one. */
    void check(Path original, Path copy) throws IOException {
        for (String path : paths()) {
            if (Files.mismatch(original.resolve(path), copy.resolve(path)) >= 0) {
                throw new IOException(copy.resolve(path) + " is not what was sent");
            }
        }
    }
}
