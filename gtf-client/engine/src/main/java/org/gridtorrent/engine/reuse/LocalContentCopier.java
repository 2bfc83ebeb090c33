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
import org.gridtorrent.engine.reuse.ContentOverlap.Pair;
import org.gridtorrent.engine.reuse.ContentOverlap.Worth;
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
 * Copies into a content's place, before it is looked through, the files that it has in common with others
 * of this machine, an earlier version above all.
 *
 * <p>Nothing of that counts before it was hashed, as all that lies there after a start. Files are only
 * lengthened, so that what was there stays: begun anew after a crash, it goes on where it was. The
 * others' files are read and left alone. For one thread.
 */
public final class LocalContentCopier {
    private static final Logger LOG = LoggerFactory.getLogger(LocalContentCopier.class);
    private static final Comparator<Source> BETTER = Comparator
            .<Source, Worth>comparing(source -> source.pair.worth())
            .thenComparingLong(source -> source.from.provenLength());

    private final Metainfo metainfo;
    private final FileStorage storage;
    private final HashProgress progress;
    private long copied;
    private long toCopy;

    public LocalContentCopier(Metainfo metainfo, FileStorage storage, HashProgress progress) {
        this.metainfo = metainfo;
        this.storage = storage;
        this.progress = progress;
    }

    /** Where a file comes from. */
    private record Source(ContentOverlap from, Pair pair) {}

    /**
     * Copies what there is to copy; asks for the others only if something is missing. What cannot be
     * copied is left to be fetched.
     */
    public void copyFrom(Supplier<List<LocalContent>> others)
            throws IOException, InterruptedException {
        Map<Integer, Long> there = shorterFiles();
        if (!there.isEmpty()) {
            copy(sources(there, others.get()));
        }
    }

    /** Those that are not there whole, and how many bytes are. */
    private Map<Integer, Long> shorterFiles() throws IOException {
        Map<Integer, Long> shorter = new HashMap<>();
        for (int index = 0; index < metainfo.files().size(); index++) {
            MetainfoFile file = metainfo.files().get(index);
            if (!file.padding()) {
                long there = storage.stamp(index).map(FileStamp::length).orElse(0L);
                if (there < file.length()) {
                    shorter.put(index, there);
                }
            }
        }
        return shorter;
    }

    /** Of contents that surely have something in common, the best source for each file. */
    private List<Source> sources(Map<Integer, Long> there, List<LocalContent> others) {
        FileLayout layout = new FileLayout(metainfo);
        Map<List<String>, Integer> byPath = ContentOverlap.byPath(metainfo, there.keySet());
        Map<Integer, Source> best = new HashMap<>();
        for (LocalContent other : others) {
            ContentOverlap like = new ContentOverlap(metainfo, layout, byPath, other);
            if (like.provenLength() > 0) {
                like.pairs().stream().filter(pair -> pair.worth() != Worth.NOTHING)
                        .filter(pair -> length(pair) > there.getOrDefault(pair.file(), 0L))
                        .forEach(pair -> best.merge(pair.file(), new Source(like, pair),
                                (one, two) -> BETTER.compare(one, two) < 0 ? two : one));
            }
        }
        return best.values().stream().sorted(Comparator.comparingInt(source -> source.pair.file()))
                .toList();
    }

    private void copy(List<Source> sources) throws IOException, InterruptedException {
        toCopy = sources.stream().mapToLong(source -> length(source.pair)).sum();
        try {
            for (Source source : sources) {
                copy(source);
            }
            if (copied > 0) {
                storage.sync();
                LOG.info("{}: {} bytes were copied from other data on this machine, to be checked",
                        metainfo.name(), copied);
            }
        } catch (DiskFullException e) {
            LOG.info("{}: {}; nothing more is copied", metainfo.name(), e.getMessage());
        } catch (ClosedChannelException e) {
            throw interrupted(e);
        }
    }

    private void copy(Source source) throws IOException {
        Path from = source.pair.there().path().under(source.from.copy().directory());
        try {
            copy(from, source.pair);
        } catch (DiskFullException | ClosedChannelException e) {
            throw e;
        } catch (IOException e) {
            LOG.info("{}: {} is not copied: {}", metainfo.name(), from, e.toString());
        }
    }

    private long length(Pair pair) {
        return Math.min(pair.there().length(), metainfo.files().get(pair.file()).length());
    }

    private void copy(Path from, Pair pair) throws IOException {
        try (FileChannel source = FileChannel.open(from,
                Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
            storage.extend(pair.file(), source, length(pair), bytes -> {
                copied += bytes;
                progress.hashed(copied, toCopy);
            });
        }
    }

    /** The swarm is to stop: its thread was interrupted, which closed the files in use. */
    private static InterruptedException interrupted(ClosedChannelException e) {
        Thread.interrupted();
        InterruptedException interrupted = new InterruptedException("stopped while copying");
        interrupted.initCause(e);
        return interrupted;
    }
}
