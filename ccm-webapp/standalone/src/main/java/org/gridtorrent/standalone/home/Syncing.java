package org.gridtorrent.standalone.home;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** What makes files and their names survive a loss of power. */
public final class Syncing {
    private Syncing() {}

    public static void file(Path file) throws IOException {
        sync(file, StandardOpenOption.WRITE);
    }

    /** The names in it: what was made, renamed or deleted there. */
    public static void folder(Path folder) throws IOException {
        sync(folder, StandardOpenOption.READ);
    }

    private static void sync(Path path, StandardOpenOption option) throws IOException {
        try (FileChannel channel = FileChannel.open(path, option)) {
            channel.force(true);
        }
    }
}
