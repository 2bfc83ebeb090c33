package org.gridtorrent.bench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** File that is replaced in one step: a reader meets the old text or the new one, never a part. */
public final class AtomicFile {
    private AtomicFile() {}

    /** Makes the folder too, if it is not there. */
    public static void write(Path file, CharSequence text) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.writeString(fresh, text);
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
