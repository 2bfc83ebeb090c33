package org.gridtorrent.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.gridtorrent.engine.storage.files.DiskFullException;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stores metainfo received from peers beside the content's journal, for the next start. */
final class SavedMetainfo {
    private static final Logger LOG = LoggerFactory.getLogger(SavedMetainfo.class);
    private static final String NAME = "metainfo.torrent";

    private SavedMetainfo() {}

    /** Empty when none is stored, or when it is damaged or of another content. */
    static Optional<Metainfo> read(Path stateDirectory, InfoHash infoHash) {
        Path file = stateDirectory.resolve(NAME);
        try {
            if (Files.size(file) > Metainfo.MAX_ENCODED_LENGTH) {
                return Optional.empty();
            }
            return Optional.of(Metainfo.parse(Files.readAllBytes(file)))
                    .filter(metainfo -> metainfo.infoHash().equals(infoHash));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException | MetainfoException e) {
            LOG.warn("{} cannot be used and is fetched anew: {}", file, e.getMessage());
            return Optional.empty();
        }
    }

    /** Replaces the file atomically, and syncs it. */
    static void write(Path stateDirectory, Metainfo metainfo) throws IOException {
        Files.createDirectories(stateDirectory);
        Path draft = stateDirectory.resolve(NAME + ".new");
        try (FileChannel channel = FileChannel.open(draft, StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            ByteBuffer bytes = ByteBuffer.wrap(metainfo.encoded());
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
            Files.move(draft, stateDirectory.resolve(NAME), StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw DiskFullException.classify(draft, e);
        }
        try (FileChannel folder = FileChannel.open(stateDirectory, StandardOpenOption.READ)) {
            folder.force(true);
        }
    }
}
