package org.gridtorrent.metainfo.create;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** File of a content that is being created, or padding (BEP 47) after one; length in bytes. */
record SourceEntry(Optional<SourceFile> file, long length) {
    /**
     * Files of at least so many pieces are aligned, and some shorter ones, so that there is one padding
     * for about as many pieces: half a piece each, they make a content about 1 % longer.
     */
    private static final int PIECES_PER_PADDING = 64;
    /** Multiplier that spreads a path's hash evenly (Fibonacci hashing). */
    private static final long HASH_MULTIPLIER = 0x9E3779B97F4A7C15L;

    private static SourceEntry of(SourceFile file) {
        return new SourceEntry(Optional.of(file), file.length());
    }

    static List<SourceEntry> withoutPadding(List<SourceFile> files) {
        return files.stream().map(SourceEntry::of).toList();
    }

    /**
     * The files, with padding so that aligned ones, and what follows them now or in a next version, begin
     * at a piece. Which files are aligned depends on their path and length alone, so a file that grows,
     * comes or goes moves only the files up to the next padding.
     */
    static List<SourceEntry> withPadding(List<SourceFile> files, int pieceLength) {
        List<SourceEntry> entries = new ArrayList<>();
        long offset = 0;
        boolean mustAlign = false;
        for (SourceFile file : files) {
            boolean isAligned = isAligned(file, pieceLength);
            if ((mustAlign || isAligned) && file.length() > 0) {
                offset += pad(entries, offset, pieceLength);
            }
            entries.add(of(file));
            offset = Math.addExact(offset, file.length());
            mustAlign = isAligned || (mustAlign && file.length() == 0);
        }
        if (mustAlign) {
            pad(entries, offset, pieceLength);
        }
        return entries;
    }

    /** Adds padding up to the next piece; returns its length. */
    private static long pad(List<SourceEntry> entries, long offset, int pieceLength) {
        long missing = Math.floorMod(-offset, (long) pieceLength);
        if (missing > 0) {
            entries.add(new SourceEntry(Optional.empty(), missing));
        }
        return missing;
    }

    /** Decided by the path's hash, with a probability that grows with the file's length. */
    private static boolean isAligned(SourceFile file, int pieceLength) {
        List<String> elements = file.path().elements();
        long hash = (elements.subList(1, elements.size()).hashCode() * HASH_MULTIPLIER) >>> 40;
        long alwaysFrom = (long) pieceLength * PIECES_PER_PADDING;
        return file.length() >= alwaysFrom
                || hash < (file.length() << 24) / alwaysFrom;
    }
}
