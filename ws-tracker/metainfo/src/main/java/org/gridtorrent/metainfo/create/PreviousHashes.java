package org.gridtorrent.metainfo.create;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.gridtorrent.metainfo.FileChecksum;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoFile;
import org.gridtorrent.metainfo.SafePath;

/**
 * Piece hashes of a content that was published before, to be reused for unchanged files.
 *
 * <p>A file is unchanged when its stamp is the one from before it was hashed. Immutable.
 */
public final class PreviousHashes {
    private static final long NOT_FOUND = Long.MIN_VALUE;

    private final Metainfo metainfo;
    private final Map<Integer, SourceStamp> stamps;
    private final IntPredicate isGood;
    /** Indexes of files with bytes, by their path below the content's folder. */
    private final Map<List<String>, Integer> byPath = new HashMap<>();
    private final long[] offsets;

    /**
     * @param stamps of its files from before they were hashed, by index in the metainfo
     * @param isGood whether a piece matched when it was last checked
     */
    public PreviousHashes(Metainfo metainfo, Map<Integer, SourceStamp> stamps,
            IntPredicate isGood) {
        this.metainfo = metainfo;
        this.stamps = Map.copyOf(stamps);
        this.isGood = isGood;
        List<MetainfoFile> files = metainfo.files();
        for (int file = 0; file < files.size(); file++) {
            if (!files.get(file).isPadding() && files.get(file).length() > 0) {
                byPath.put(pathBelowFolder(files.get(file).path()), file);
            }
        }
        offsets = files.stream().mapToLong(MetainfoFile::offset).toArray();
    }

    private static List<String> pathBelowFolder(SafePath path) {
        return path.elements().subList(1, path.elements().size());
    }

    int pieceLength() {
        return metainfo.pieceLength();
    }

    /** The file here that is the source file, if it is unchanged. */
    private Optional<MetainfoFile> unchanged(SourceFile file, Optional<SourceStamp> stamp) {
        Integer index = byPath.get(pathBelowFolder(file.path()));
        return index != null && stamp.isPresent() && stamp.get().equals(stamps.get(index))
                && stamp.get().length() == file.length()
                && metainfo.files().get(index).length() == file.length()
                        ? Optional.of(metainfo.files().get(index))
                        : Optional.empty();
    }

    /** Bytes of the unchanged files. */
    long unchangedLength(List<SourceFile> files, List<Optional<SourceStamp>> stamps) {
        long length = 0;
        for (int i = 0; i < files.size(); i++) {
            length += unchanged(files.get(i), stamps.get(i)).map(MetainfoFile::length).orElse(0L);
        }
        return length;
    }

    /** Finds the pieces of a new content here; the stamps are those of its files, in their order. */
    Lookup lookup(List<SourceEntry> entries, List<Optional<SourceStamp>> stamps) {
        long[] offsetsHere = new long[entries.size()];
        List<Optional<FileChecksum>> checksumsHere = new ArrayList<>();
        int next = 0;
        for (int entry = 0; entry < offsetsHere.length; entry++) {
            offsetsHere[entry] = NOT_FOUND;
            Optional<SourceFile> file = entries.get(entry).file();
            Optional<MetainfoFile> here = Optional.empty();
            if (file.isPresent()) {
                here = unchanged(file.get(), stamps.get(next++));
                offsetsHere[entry] = here.map(MetainfoFile::offset).orElse(NOT_FOUND);
            }
            checksumsHere.add(here.flatMap(MetainfoFile::checksum));
        }
        return new Lookup(entries, offsetsHere, checksumsHere);
    }

    /** Lookup of a new content's pieces among the old ones; pieces of both must be equally long. */
    final class Lookup {
        private final List<SourceEntry> entries;
        private final long[] offsetsHere;
        private final List<Optional<FileChecksum>> checksumsHere;
        private final long[] starts;
        private final long totalLength;

        private Lookup(List<SourceEntry> entries, long[] offsetsHere,
                List<Optional<FileChecksum>> checksumsHere) {
            this.entries = entries;
            this.offsetsHere = offsetsHere;
            this.checksumsHere = checksumsHere;
            starts = new long[offsetsHere.length];
            long start = 0;
            for (int entry = 0; entry < starts.length; entry++) {
                starts[entry] = start;
                start += entries.get(entry).length();
            }
            totalLength = start;
        }

        /** The old piece that has the same bytes as the new one; -1 when none is known. */
        int find(int piece) {
            long position = (long) piece * pieceLength();
            long end = Math.min(position + pieceLength(), totalLength);
            int entry = entryAt(position);
            if (offsetsHere[entry] == NOT_FOUND) {
                return -1;
            }
            long old = offsetsHere[entry] + position - starts[entry];
            int found = Math.toIntExact(old / pieceLength());
            boolean isAligned = old % pieceLength() == 0
                    && Math.min(pieceLength(), metainfo.totalLength() - old) == end - position;
            return isAligned && isGood.test(found) && hasSameEntries(position, end, old)
                    ? found
                    : -1;
        }

        /** Whether the file is unchanged, and each of its pieces found. */
        boolean hasAllPieces(int entry) {
            long last = starts[entry] + entries.get(entry).length() - 1;
            return offsetsHere[entry] != NOT_FOUND
                    && IntStream.rangeClosed((int) (starts[entry] / pieceLength()),
                            (int) (last / pieceLength())).allMatch(piece -> find(piece) >= 0);
        }

        /** Checksum of an unchanged file, if it was known. */
        Optional<FileChecksum> checksum(int entry) {
            return checksumsHere.get(entry);
        }

        private int entryAt(long position) {
            int found = Arrays.binarySearch(starts, position);
            int entry = found >= 0 ? found : -found - 2;
            while (position >= starts[entry] + entries.get(entry).length()) {
                entry++; // past those that have no bytes
            }
            return entry;
        }

        private boolean hasSameEntries(long from, long end, long old) {
            long shift = old - from;
            for (long position = from; position < end;) {
                int entry = entryAt(position);
                long last = Math.min(end, starts[entry] + entries.get(entry).length());
                boolean same = entries.get(entry).file().isPresent()
                        ? offsetsHere[entry] == starts[entry] + shift
                        : isPadding(position + shift, last + shift);
                if (!same) {
                    return false;
                }
                position = last;
            }
            return true;
        }

        void copyHash(int found, byte[] hashes, int piece) {
            metainfo.copyHash(found, hashes, piece * Metainfo.HASH_LENGTH);
        }
    }

    private boolean isPadding(long from, long end) {
        int found = Arrays.binarySearch(offsets, from);
        int file = found >= 0 ? found : -found - 2;
        while (from >= metainfo.files().get(file).end()) {
            file++;
        }
        MetainfoFile holding = metainfo.files().get(file);
        return holding.isPadding() && end <= holding.end();
    }
}
