package org.gridtorrent.client.torrent;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoException;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.ExitStatus;

/** Reader of a .torrent that the user named: a file, a pipe, or {@code -} for standard input. */
final class TorrentFile {
    private static final Path STANDARD_INPUT = Path.of("-");

    private TorrentFile() {}

    /** One that is malformed is a {@link CommandFailure} that says why. */
    static Metainfo read(Invocation invocation, Path file) throws IOException {
        boolean isInput = file.equals(STANDARD_INPUT);
        String name = isInput ? "standard input" : file.toString();
        if (Files.isDirectory(file) && !isInput) {
            throw CommandFailure.badInput(name + ": is a folder, not a .torrent file");
        }
        try (InputStream in = isInput ? invocation.input() : Files.newInputStream(file)) {
            return parse(name, in.readNBytes(Metainfo.MAX_ENCODED_LENGTH + 1));
        }
    }

    private static Metainfo parse(String name, byte[] bytes) {
        if (bytes.length > Metainfo.MAX_ENCODED_LENGTH) {
            throw CommandFailure.badInput(name + ": is too long for a .torrent file");
        }
        try {
            return Metainfo.parse(bytes);
        } catch (MetainfoException e) {
            throw new CommandFailure(ExitStatus.BAD_INPUT, name + ": " + e.getMessage(), e);
        }
    }
}
