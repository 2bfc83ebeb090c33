package org.gridtorrent.bench.gridjet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gridtorrent.bench.testbed.ContentFolder;

/**
 * Data set of files that are equally long. The first one is read when nothing was asked for before, the others after
 * that.
 *
 * @param folder where they lie at the holder
 * @param length of each, in bytes
 */
record SampleFiles(Path folder, long length, int count) {
    /** Writes them, with bytes that no other data set has. */
    static SampleFiles write(Path folder, long length, int count, long seed) throws IOException {
        var files = new SampleFiles(Files.createDirectory(folder), length, count);
        for (int file = 0; file < count; file++) {
            ContentFolder.writeRandom(files.path(file), length, seed * 100 + file);
        }
        return files;
    }

    Path path(int file) {
        return folder.resolve(name(file));
    }

    String name(int file) {
        return "file-" + file + ".dat";
    }

    /** The first of them alone. */
    SampleFiles first() {
        return new SampleFiles(folder, length, 1);
    }

    /** Checks a copy of a file, and deletes it. */
    void check(int file, Path copy) throws IOException {
        long differs = Files.mismatch(path(file), copy);
        Files.delete(copy);
        if (differs >= 0) {
            throw new IOException("what came of " + path(file) + " is something else");
        }
    }
}
