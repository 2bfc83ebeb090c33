package org.gridtorrent.engine.storage;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoFile;

/** Which files hold which pieces: pieces run across file borders. Immutable. */
public final class FileLayout {
    private final PieceLayout pieces;
    private final List<MetainfoFile> files;
    private final long[] offsets;
    private final boolean hasPadding;

    public FileLayout(Metainfo metainfo) {
        pieces = new PieceLayout(metainfo.totalLength(), metainfo.pieceLength());
        files = metainfo.files();
        offsets = files.stream().mapToLong(MetainfoFile::offset).toArray();
        hasPadding = files.stream().anyMatch(MetainfoFile::padding);
    }

    /** A range of bytes within one file, given by its index in the metainfo. */
    public record Span(int file, long position, int length) {}

    public PieceLayout pieces() {
        return pieces;
    }

    public List<MetainfoFile> files() {
        return files;
    }

    /** The spans that make up the block, in its order; padding included, empty files not. */
    public List<Span> spans(Block block) {
        long position = pieces.offset(block);
        long end = position + block.length();
        var spans = new ArrayList<Span>(1);
        for (int file = fileAt(position); position < end; file++) {
            MetainfoFile current = files.get(file);
            int length = (int) (Math.min(end, current.end()) - position);
            if (length > 0) {
                spans.add(new Span(file, position - current.offset(), length));
                position += length;
            }
        }
        return spans;
    }

    /** The last file that begins at or before the offset: of several, the one that is not empty. */
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
     * Makes zeros of those of the block's bytes that are padding, whatever came for them: they will
     * be read as zeros, so that nothing else may match the piece's hash (BEP 47).
     */
    void clearPadding(Block block, ByteBuffer bytes) {
        if (!hasPadding) {
            return;
        }
        int at = bytes.position();
        for (Span span : spans(block)) {
            if (files.get(span.file()).padding()) {
                bytes.put(at, new byte[span.length()]);
            }
            at += span.length();
        }
    }

    /** The files on disk (no padding, not empty) that hold the piece's bytes, by index. */
    public IntStream filesOf(int piece) {
        return spansOnDisk(pieces.whole(piece)).stream().mapToInt(Span::file);
    }

    /** The spans that make up the block, without padding. */
    List<Span> spansOnDisk(Block block) {
        return spans(block).stream().filter(span -> !files.get(span.file()).padding()).toList();
    }

    /** The pieces that hold the file's bytes; none when it is empty. */
    public IntStream piecesOf(int file) {
        MetainfoFile wanted = files.get(file);
        return wanted.length() == 0
                ? IntStream.empty()
                : IntStream.rangeClosed(pieces.pieceAt(wanted.offset()),
                        pieces.pieceAt(wanted.end() - 1));
    }
}
