package org.gridtorrent.metainfo;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A file of a content that is being made, or padding (BEP 47) behind one; its length in bytes. */
record SourceEntry(Optional<SourceFile> file, long length) {
    /**
     * Files of so many pieces stand by themselves, and of shorter ones some, so that on average as many
     * pieces lie between two paddings: half a piece each, they make a content longer by some 1 %.
     */
    private static final int PIECES_BETWEEN = 64;
    /** Spreads a path's hash evenly over all values (Fibonacci hashing). */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private static SourceEntry of(SourceFile file) {
        return new SourceEntry(Optional.of(file), file.length());
    }

    static List<SourceEntry> unpadded(List<SourceFile> files) {
        return files.stream().map(SourceEntry::of).toList();
    }

    /**
     * The files, padded so that those which stand by themselves begin where a piece does, as does what
     * follows them, now or in a next version. Which these are, depends on each one's path and length
     * alone: so a file that grows, comes or goes moves no other than those up to the next padding.
     */
    static List<SourceEntry> padded(List<SourceFile> files, int pieceLength) {
        List<SourceEntry> parts = new ArrayList<>();
        long offset = 0;
        boolean cut = false;
        for (SourceFile file : files) {
            boolean alone = standsAlone(file, pieceLength);
            if ((cut || alone) && file.length() > 0) {
                offset += pad(parts, offset, pieceLength);
            }
            parts.add(of(file));
            offset = Math.addExact(offset, file.length());
            cut = alone || (cut && file.length() == 0);
        }
        if (cut) {
            pad(parts, offset, pieceLength);
        }
        return parts;
    }

    /** Up to where a piece begins; how many bytes that takes. */
    private static long pad(List<SourceEntry> parts, long offset, int pieceLength) {
        long missing = Math.floorMod(-offset, (long) pieceLength);
        if (missing > 0) {
            parts.add(new SourceEntry(Optional.empty(), missing));
        }
        return missing;
    }

    /** By a draw that the path decides, the likelier the longer the file is. */
    private static boolean standsAlone(SourceFile file, int pieceLength) {
        List<String> elements = file.path().elements();
        long draw = (elements.subList(1, elements.size()).hashCode() * SPREAD) >>> 40;
        long between = (long) pieceLength * PIECES_BETWEEN;
        return file.length() >= between
                || draw < (file.length() << 24) / between;
    }
}
