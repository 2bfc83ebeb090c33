package org.gridtorrent.engine.storage.files;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoFile;

/** Map between pieces and files: a piece may run across file borders. Immutable. */
public final class FileLayout {
    private final PieceLayout pieces;
    private final List<MetainfoFile> files;
    private final long[] offsets;
    private final boolean hasPadding;

    public FileLayout(Metainfo metainfo) {
        pieces = new PieceLayout(metainfo.totalLength(), metainfo.pieceLength());
        files = metainfo.files();
        offsets = files.stream().mapToLong(MetainfoFile::offset).toArray();
        hasPadding = files.stream().anyMatch(MetainfoFile::isPadding);
    }

    /** A range of bytes within one file, which is an index in the metainfo. */
    public record FileSlice(int file, long offset, int length) {}

    public PieceLayout pieces() {
        return pieces;
    }

    public List<MetainfoFile> files() {
        return files;
    }

    /** The slices that make up the block, in its order; with padding, without empty files. */
    public List<FileSlice> slices(Block block) {
        long position = pieces.offset(block);
        long end = position + block.length();
        var slices = new ArrayList<FileSlice>(1);
        for (int file = fileAt(position); position < end; file++) {
            MetainfoFile current = files.get(file);
            int length = (int) (Math.min(end, current.end()) - position);
            if (length > 0) {
                slices.add(new FileSlice(file, position - current.offset(), length));
                position += length;
            }
        }
        return slices;
    }

    /** The last file that begins at or before the offset; of several, the one that is not empty. */
    private int fileAt(long offset) {
        int found = Arrays.binarySearch(offsets, offset);
        int file = found >= 0 ? found : -found - 2;
        while (file + 1 < offsets.length && offsets[file + 1] <= offset) {
            file++;
        }
        while (file > 0 && files.get(file).length() == 0) {
            file--;
        }
        return file;
    }

    /**
     * Clears those of the block's bytes that are padding (BEP 47): they are read as zeros, so nothing
     * else may match the piece's hash.
     */
    public void clearPadding(Block block, ByteBuffer bytes) {
        if (!hasPadding) {
            return;
        }
        int at = bytes.position();
        for (FileSlice slice : slices(block)) {
            if (files.get(slice.file()).isPadding()) {
                bytes.put(at, new byte[slice.length()]);
            }
            at += slice.length();
        }
    }

    /** The files on disk (no padding, not empty) that hold the piece's bytes, by index. */
    public IntStream filesOf(int piece) {
        return slicesOnDisk(pieces.whole(piece)).stream().mapToInt(FileSlice::file);
    }

    /** The slices that make up the block, without padding. */
    public List<FileSlice> slicesOnDisk(Block block) {
        return slices(block).stream()
                .filter(slice -> !files.get(slice.file()).isPadding()).toList();
    }

    /** The pieces that hold the file's bytes; none when it is empty. */
    public IntStream piecesOf(int file) {
        MetainfoFile wanted = files.get(file);
        return wanted.length() == 0
                ? IntStream.empty()
                : IntStream.rangeClosed(pieces.pieceAt(wanted.offset()),
                        pieces.pieceAt(wanted.end() - 1));
    }

    /** The files on disk that hold bytes of any of the pieces, ascending. */
    public Set<Integer> filesOf(Bitfield some) {
        var holding = new TreeSet<Integer>();
        some.pieces().forEach(piece -> filesOf(piece).forEach(holding::add));
        return holding;
    }

    /** The pieces that hold bytes of any of the files. */
    public Bitfield piecesOf(Collection<Integer> some) {
        var held = new Bitfield(pieces.pieceCount());
        some.forEach(file -> piecesOf(file).forEach(held::set));
        return held;
    }
}
