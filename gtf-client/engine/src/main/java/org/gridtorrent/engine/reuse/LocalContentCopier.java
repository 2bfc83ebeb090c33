package org.gridtorrent.engine.reuse;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.gridtorrent.engine.reuse.ContentOverlap.FilePair;
import org.gridtorrent.engine.reuse.ContentOverlap.Similarity;
import org.gridtorrent.engine.storage.files.DiskFullException;
import org.gridtorrent.engine.storage.files.FileLayout;
import org.gridtorrent.engine.storage.files.FileStamp;
import org.gridtorrent.engine.storage.files.FileStorage;
import org.gridtorrent.metainfo.HashProgress;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies files that a content shares with others of this machine, above all an earlier version.
 *
 * <p>Runs before the store is opened, which hash-checks the copied data like any existing file. Files are only extended, so after a crash the copying goes on where it was. The source files are
 * only read. For one thread.
 */
public final class LocalContentCopier {
    private static final Logger LOG = LoggerFactory.getLogger(LocalContentCopier.class);
    private static final Comparator<Source> BY_SIMILARITY = Comparator
            .<Source, Similarity>comparing(source -> source.pair.similarity())
            .thenComparingLong(source -> source.overlap.equalLength());

    private final Metainfo metainfo;
    private final FileStorage storage;
    private final HashProgress progress;
    private long copiedBytes;
    private long totalBytes;

    public LocalContentCopier(Metainfo metainfo, FileStorage storage, HashProgress progress) {
        this.metainfo = metainfo;
        this.storage = storage;
        this.progress = progress;
    }

    /** A file to copy, and the content that it is in. */
    private record Source(ContentOverlap overlap, FilePair pair) {}

    /**
     * Copies what the others have; asks for them only if something is missing. What cannot be copied is
     * left to be downloaded.
     */
    public void copyFrom(Supplier<List<LocalContent>> others)
            throws IOException, InterruptedException {
        Map<Integer, Long> incomplete = incompleteFiles();
        if (!incomplete.isEmpty()) {
            copy(sources(incomplete, others.get()));
        }
    }

    /** The files that are too short or missing, and their lengths. */
    private Map<Integer, Long> incompleteFiles() throws IOException {
        Map<Integer, Long> incomplete = new HashMap<>();
        for (int index = 0; index < metainfo.files().size(); index++) {
            MetainfoFile file = metainfo.files().get(index);
            if (!file.isPadding()) {
                long length = storage.stamp(index).map(FileStamp::length).orElse(0L);
                if (length < file.length()) {
                    incomplete.put(index, length);
                }
            }
        }
        return incomplete;
    }

    /** The best source for each file, of the contents that surely have something in common. */
    private List<Source> sources(Map<Integer, Long> incomplete, List<LocalContent> others) {
        FileLayout layout = new FileLayout(metainfo);
        Map<List<String>, Integer> byPath = ContentOverlap.byPath(metainfo, incomplete.keySet());
        Map<Integer, Source> best = new HashMap<>();
        for (LocalContent other : others) {
            ContentOverlap overlap = new ContentOverlap(metainfo, layout, byPath, other);
            if (overlap.equalLength() > 0) {
                overlap.pairs().stream()
                        .filter(pair -> pair.similarity() != Similarity.NONE)
                        .filter(pair -> length(pair) > incomplete.getOrDefault(pair.file(), 0L))
                        .forEach(pair -> best.merge(pair.file(), new Source(overlap, pair),
                                (one, two) -> BY_SIMILARITY.compare(one, two) < 0 ? two : one));
            }
        }
        return best.values().stream().sorted(Comparator.comparingInt(source -> source.pair.file()))
                .toList();
    }

    private void copy(List<Source> sources) throws IOException, InterruptedException {
        totalBytes = sources.stream().mapToLong(source -> length(source.pair)).sum();
        try {
            for (Source source : sources) {
                copy(source);
            }
            if (copiedBytes > 0) {
                storage.sync();
                LOG.info("{}: {} bytes were copied from other data on this machine, to be checked",
                        metainfo.name(), copiedBytes);
            }
        } catch (DiskFullException e) {
            LOG.info("{}: {}; nothing more is copied", metainfo.name(), e.getMessage());
        } catch (ClosedChannelException e) {
            throw interrupted(e);
        }
    }

    private void copy(Source source) throws IOException {
        Path from = source.pair.local().path().under(source.overlap.local().directory());
        try {
            copy(from, source.pair);
        } catch (DiskFullException | ClosedChannelException e) {
            throw e;
        } catch (IOException e) {
            LOG.info("{}: {} is not copied: {}", metainfo.name(), from, e.toString());
        }
    }

    private long length(FilePair pair) {
        return Math.min(pair.local().length(), metainfo.files().get(pair.file()).length());
    }

    private void copy(Path from, FilePair pair) throws IOException {
        try (FileChannel source = FileChannel.open(from,
                Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
            storage.extend(pair.file(), source, length(pair), bytes -> {
                copiedBytes += bytes;
                progress.hashed(copiedBytes, totalBytes);
            });
        }
    }

    /** An interrupt of the swarm's thread, which stops the swarm, closes the files in use. */
    private static InterruptedException interrupted(ClosedChannelException e) {
        Thread.interrupted();
        InterruptedException interrupted = new InterruptedException("stopped while copying");
        interrupted.initCause(e);
        return interrupted;
    }
}
