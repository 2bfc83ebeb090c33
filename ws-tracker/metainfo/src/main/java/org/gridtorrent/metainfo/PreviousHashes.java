package org.gridtorrent.metainfo;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * A content whose files were hashed where they lie: what of it is unchanged need not be hashed again for
 * another one. Immutable.
 */
public final class PreviousHashes {
    private static final long NOT_HERE = Long.MIN_VALUE;

    private final Metainfo metainfo;
    private final Map<Integer, SourceStamp> stamps;
    private final IntPredicate good;
    /** By the path below the content's folder; files that have bytes. */
    private final Map<List<String>, Integer> byPath = new HashMap<>();
    private final long[] offsets;

    /**
     * @param stamps of its files, by their index in the metainfo, from before they were hashed
     * @param good whether a piece matched when it was last looked at
     */
    public PreviousHashes(Metainfo metainfo, Map<Integer, SourceStamp> stamps, IntPredicate good) {
        this.metainfo = metainfo;
        this.stamps = Map.copyOf(stamps);
        this.good = good;
        List<MetainfoFile> files = metainfo.files();
        for (int file = 0; file < files.size(); file++) {
            if (!files.get(file).padding() && files.get(file).length() > 0) {
                byPath.put(below(files.get(file).path()), file);
            }
        }
        offsets = files.stream().mapToLong(MetainfoFile::offset).toArray();
    }

    private static List<String> below(SafePath path) {
        return path.elements().subList(1, path.elements().size());
    }

    int pieceLength() {
        return metainfo.pieceLength();
    }

    /** The file that stands now as this one did when it was hashed. */
    private Optional<MetainfoFile> unchanged(SourceFile file, Optional<SourceStamp> now) {
        Integer index = byPath.get(below(file.path()));
        return index != null && now.isPresent() && now.get().equals(stamps.get(index))
                && now.get().length() == file.length()
                && metainfo.files().get(index).length() == file.length()
                        ? Optional.of(metainfo.files().get(index))
                        : Optional.empty();
    }

    /** Bytes of the files that are unchanged; the stamps in the order of the files. */
    long unchangedLength(List<SourceFile> files, List<Optional<SourceStamp>> now) {
        long length = 0;
        for (int i = 0; i < files.size(); i++) {
            length += unchanged(files.get(i), now.get(i)).map(MetainfoFile::length).orElse(0L);
        }
        return length;
    }

    /** The pieces of a content that consist of what is unchanged, wherever they are here. */
    Known among(List<SourceEntry> parts, List<Optional<SourceStamp>> now) {
        long[] offsetsHere = new long[parts.size()];
        int next = 0;
        for (int part = 0; part < offsetsHere.length; part++) {
            offsetsHere[part] = NOT_HERE;
            Optional<SourceFile> file = parts.get(part).file();
            if (file.isPresent()) {
                offsetsHere[part] = unchanged(file.get(), now.get(next++))
                        .map(MetainfoFile::offset).orElse(NOT_HERE);
            }
        }
        return new Known(parts, offsetsHere);
    }

    /** Pieces of another content of which the hash is known, when its pieces are as long. */
    final class Known {
        private final List<SourceEntry> parts;
        private final long[] offsetsHere;
        private final long[] starts;
        private final long totalLength;

        private Known(List<SourceEntry> parts, long[] offsetsHere) {
            this.parts = parts;
            this.offsetsHere = offsetsHere;
            starts = new long[offsetsHere.length];
            long start = 0;
            for (int part = 0; part < starts.length; part++) {
                starts[part] = start;
                start += parts.get(part).length();
            }
            totalLength = start;
        }

        /** The piece of the content here that has the same bytes; -1 when that is not sure. */
        int same(int piece) {
            long position = (long) piece * pieceLength();
            long end = Math.min(position + pieceLength(), totalLength);
            int part = partAt(position);
            if (offsetsHere[part] == NOT_HERE) {
                return -1;
            }
            long there = offsetsHere[part] + position - starts[part];
            int same = Math.toIntExact(there / pieceLength());
            boolean begins = there % pieceLength() == 0
                    && Math.min(pieceLength(), metainfo.totalLength() - there) == end - position;
            return begins && good.test(same) && consistsOfTheSame(position, end, there) ? same : -1;
        }

        private int partAt(long position) {
            int found = Arrays.binarySearch(starts, position);
            int part = found >= 0 ? found : -found - 2;
            while (position >= starts[part] + parts.get(part).length()) {
                part++; // past those that have no bytes
            }
            return part;
        }

        private boolean consistsOfTheSame(long from, long end, long there) {
            long shift = there - from;
            for (long position = from; position < end;) {
                int part = partAt(position);
                long last = Math.min(end, starts[part] + parts.get(part).length());
                boolean same = parts.get(part).file().isPresent()
                        ? offsetsHere[part] == starts[part] + shift
                        : isPadding(position + shift, last + shift);
                if (!same) {
                    return false;
                }
                position = last;
            }
            return true;
        }

        void copyHash(int same, byte[] hashes, int piece) {
            metainfo.copyHash(same, hashes, piece * Metainfo.HASH_LENGTH);
        }
    }

    private boolean isPadding(long from, long end) {
        int found = Arrays.binarySearch(offsets, from);
        int file = found >= 0 ? found : -found - 2;
        while (from >= metainfo.files().get(file).end()) {
            file++;
        }
        MetainfoFile there = metainfo.files().get(file);
        return there.padding() && end <= there.end();
    }
}
