package org.gridtorrent.client.torrent;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.gridtorrent.client.disk.ProcessLock;
import org.gridtorrent.metainfo.HashAlgorithm;
import org.gridtorrent.metainfo.Metainfo;

/**
 * The places that contents are being fetched to, each of which one content at a time has to itself,
 * among all processes with one home. Thread-safe.
 */
final class DownloadLocks implements AutoCloseable {
    private final Path folder;
    private final List<ProcessLock> taken = new ArrayList<>();

    /** The folder is where it is noted who has which place. */
    DownloadLocks(Path folder) {
        this.folder = folder;
    }

    /** Until this is closed. An {@link IOException} says which content has the place already. */
    synchronized void take(Metainfo metainfo, Path directory) throws IOException {
        Path place = directory.toRealPath().resolve(metainfo.name());
        Path note = folder.resolve(digest(place));
        taken.add(ProcessLock.take(note.resolveSibling(note.getFileName() + ".lock"))
                .orElseThrow(() -> inUse(place, note)));
        Files.writeString(note, metainfo.infoHash().hex());
    }

    private static FileSystemException inUse(Path place, Path note) {
        return new FileSystemException(place.toString(), null, "another content" + who(note)
                + " is being fetched to there by another 'torrent get'; wait for that one or end it,"
                + " or choose another --dir");
    }

    private static String who(Path note) {
        try {
            return " (" + Files.readString(note) + ")";
        } catch (IOException e) {
            return ""; // it is just beginning
        }
    }

    private static String digest(Path place) {
        return HexFormat.of().formatHex(HashAlgorithm.SHA_256.newDigest()
                .digest(place.toString().getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public synchronized void close() throws IOException {
        for (ProcessLock lock : taken) {
            lock.close();
        }
    }
}
