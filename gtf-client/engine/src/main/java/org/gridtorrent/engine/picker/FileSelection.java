package org.gridtorrent.engine.picker;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.metainfo.MagnetLink;
import org.gridtorrent.metainfo.MetainfoException;
import org.gridtorrent.metainfo.MetainfoFile;

/**
 * File selection: the download priority of each file of a torrent.
 *
 * @param otherFiles the priority of the files that are not named
 * @param files priorities by the file's index in the metainfo
 */
public record FileSelection(Priority otherFiles, Map<Integer, Priority> files) {
    private static final int MAX_SHOWN_RANGES = 5;

    public FileSelection {
        files = Map.copyOf(files);
    }

    public static FileSelection everything() {
        return new FileSelection(Priority.NORMAL, Map.of());
    }

    /** Selects these files and no others. */
    public static FileSelection only(Collection<Integer> files) {
        Map<Integer, Priority> priorities = new HashMap<>();
        files.forEach(file -> priorities.put(file, Priority.NORMAL));
        return new FileSelection(Priority.SKIP, priorities);
    }

    /**
     * The selection in a magnet link (BEP 53); everything if it has none. The part of a range that
     * lies beyond the last file is ignored. Throws when the link selects none of the files.
     */
    public static FileSelection of(MagnetLink link, List<MetainfoFile> content)
            throws MetainfoException {
        if (link.selection().isEmpty()) {
            return everything();
        }
        BitSet chosen = new BitSet();
        for (MagnetLink.IndexRange range : link.selection()) {
            if (range.first() < content.size()) {
                chosen.set(range.first(), Math.min(range.last(), content.size() - 1) + 1);
            }
        }
        if (chosen.stream().allMatch(file -> content.get(file).isPadding())) {
            throw new MetainfoException("the link selects none of its " + content.size()
                    + " files (so=" + link.selection().stream()
                            .map(MagnetLink.IndexRange::toString).limit(MAX_SHOWN_RANGES)
                            .collect(Collectors.joining(","))
                    + (link.selection().size() > MAX_SHOWN_RANGES ? ",…)" : ")"));
        }
        return only(chosen.stream().boxed().toList());
    }

    /** A copy with another priority for this file. */
    public FileSelection with(int file, Priority priority) {
        Map<Integer, Priority> priorities = new HashMap<>(files);
        priorities.put(file, priority);
        return new FileSelection(otherFiles, priorities);
    }

    public Priority priority(int file) {
        return files.getOrDefault(file, otherFiles);
    }

    /** Whether the file is to be fetched. */
    public boolean wants(int file) {
        return priority(file) != Priority.SKIP;
    }

    /** Throws {@link IllegalArgumentException} when a file is named that the torrent does not have. */
    public void check(List<MetainfoFile> content) {
        for (int file : files.keySet()) {
            if (file < 0 || file >= content.size()) {
                throw new IllegalArgumentException("file " + file + " of " + content.size());
            }
        }
    }

    /**
     * The priority of each piece: the highest of the files with bytes in it. So the first and the last piece
     * of a skipped file may be downloaded all the same. Padding (BEP 47) goes with the file before it.
     */
    public IntFunction<Priority> piecePriorities(List<MetainfoFile> content, PieceLayout layout) {
        check(content);
        byte[] priorities = new byte[layout.pieceCount()];
        Arrays.fill(priorities, Priority.SKIP.level());
        Priority priority = otherFiles;
        for (int i = 0; i < content.size(); i++) {
            MetainfoFile file = content.get(i);
            priority = file.isPadding() ? priority : priority(i);
            if (file.length() > 0) {
                raise(priorities, layout.pieceAt(file.offset()), layout.pieceAt(file.end() - 1),
                        priority);
            }
        }
        return piece -> Priority.of(priorities[piece]);
    }

    private static void raise(byte[] priorities, int first, int last, Priority priority) {
        for (int piece = first; piece <= last; piece++) {
            priorities[piece] = (byte) Math.max(priorities[piece], priority.level());
        }
    }
}
