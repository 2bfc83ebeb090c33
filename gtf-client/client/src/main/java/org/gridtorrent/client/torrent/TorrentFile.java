package org.gridtorrent.client.torrent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoException;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.ExitStatus;

/** Reads a .torrent file that a person named. */
final class TorrentFile {
    private TorrentFile() {}

    /** One that is malformed is a {@link CommandFailure} that says why. */
    static Metainfo read(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw CommandFailure.badInput(file + ": is a folder, not a .torrent file");
        }
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw CommandFailure.badInput(file + ": is no file, and no .torrent");
        }
        if (Files.size(file) > Metainfo.MAX_ENCODED_LENGTH) {
            throw CommandFailure.badInput(file + ": is too long for a .torrent file");
        }
        try {
            return Metainfo.parse(Files.readAllBytes(file));
        } catch (MetainfoException e) {
            throw new CommandFailure(ExitStatus.BAD_INPUT, file + ": " + e.getMessage(), e);
        }
    }
}
