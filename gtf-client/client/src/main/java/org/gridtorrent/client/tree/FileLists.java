package org.gridtorrent.client.tree;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.gridtorrent.client.disk.DurableFile;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lists of files of contents: their metainfo, one file each in a folder. Thread-safe.
 *
 * <p>Those used last stay in memory, up to a bound. One that is damaged on the disk is deleted, and counts as
 * missing from then on.
 */
final class FileLists {
    private static final Logger LOG = LoggerFactory.getLogger(FileLists.class);
    private static final String ENDING = ".torrent";

    private final Path folder;
    private final long maxWeight;
    private final Set<InfoHash> stored = ConcurrentHashMap.newKeySet();
    /** Guarded by itself: in the order of use, the least recent first. */
    private final Map<InfoHash, FileList> recent = new LinkedHashMap<>(16, 0.75f, true);
    private long weight;

    /** @param maxWeight of the lists in memory, in bytes; one is kept whatever it weighs */
    FileLists(Path folder, long maxWeight) throws IOException {
        this.folder = folder;
        this.maxWeight = maxWeight;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + ENDING)) {
            for (Path file : files) {
                String name = String.valueOf(file.getFileName());
                stored.add(InfoHash.ofHex(name.substring(0, name.length() - ENDING.length())));
            }
        } catch (NoSuchFileException e) {
            LOG.debug("{} is made with the first list", folder);
        } catch (IllegalArgumentException e) {
            throw new IOException(folder + " has a file that is no list: " + e.getMessage(), e);
        }
    }

    boolean has(InfoHash infoHash) {
        return stored.contains(infoHash);
    }

    /** Of all that are stored. */
    Set<InfoHash> all() {
        return Set.copyOf(stored);
    }

    /** Throws {@link MetainfoException} when the bytes are none, or another content's. */
    void store(InfoHash infoHash, byte[] metainfo) throws IOException, MetainfoException {
        Metainfo parsed = Metainfo.parse(metainfo);
        if (!parsed.infoHash().equals(infoHash)) {
            throw new MetainfoException("it is another content's");
        }
        DurableFile.write(file(infoHash), metainfo);
        stored.add(infoHash);
    }

    void delete(InfoHash infoHash) throws IOException {
        stored.remove(infoHash);
        synchronized (recent) {
            FileList list = recent.remove(infoHash);
            weight -= list == null ? 0 : list.weight();
        }
        DurableFile.delete(file(infoHash));
    }

    private Path file(InfoHash infoHash) {
        return folder.resolve(infoHash.hex() + ENDING);
    }

    /** From memory or the disk; throws when it is not there, or cannot be read. */
    FileList of(InfoHash infoHash) throws IOException {
        synchronized (recent) {
            FileList known = recent.get(infoHash);
            if (known != null) {
                return known;
            }
        }
        FileList read = FileList.of(read(infoHash));
        keep(infoHash, read);
        return read;
    }

    private Metainfo read(InfoHash infoHash) throws IOException {
        byte[] bytes = DurableFile.read(file(infoHash)).orElseThrow(
                () -> new NoSuchFileException(file(infoHash).toString()));
        try {
            Metainfo metainfo = Metainfo.parse(bytes);
            if (metainfo.infoHash().equals(infoHash)) {
                return metainfo;
            }
            throw new MetainfoException("its hash is another");
        } catch (MetainfoException e) {
            delete(infoHash);
            throw new IOException(file(infoHash) + " is damaged and was deleted: "
                    + e.getMessage(), e);
        }
    }

    private void keep(InfoHash infoHash, FileList list) {
        synchronized (recent) {
            FileList before = recent.put(infoHash, list);
            weight += list.weight() - (before == null ? 0 : before.weight());
            Iterator<FileList> oldest = recent.values().iterator();
            while (weight > maxWeight && recent.size() > 1) {
                weight -= Objects.requireNonNull(oldest.next()).weight();
                oldest.remove();
            }
        }
    }
}
