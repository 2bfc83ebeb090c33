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
 * How much each file of a content is wanted.
 *
 * @param others of all files that are not named
 * @param files by their index in the metainfo
 */
public record FileSelection(Priority others, Map<Integer, Priority> files) {
    private static final int SHOWN_RANGES = 5;

    public FileSelection {
        files = Map.copyOf(files);
    }

    public static FileSelection everything() {
        return new FileSelection(Priority.NORMAL, Map.of());
    }

    /** These files and no others. */
    public static FileSelection only(Collection<Integer> files) {
        Map<Integer, Priority> priorities = new HashMap<>();
        files.forEach(file -> priorities.put(file, Priority.NORMAL));
        return new FileSelection(Priority.SKIP, priorities);
    }

    /**
     * What a link selects (BEP 53), and no others: everything, if it selects nothing. Of a range that
     * goes beyond the content the rest is passed over; a link that selects no file that there is
     * cannot be meant for this content, and is refused.
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
        if (chosen.stream().allMatch(file -> content.get(file).padding())) {
            throw new MetainfoException("the link selects none of its " + content.size()
                    + " files (so=" + link.selection().stream()
                            .map(MagnetLink.IndexRange::toString).limit(SHOWN_RANGES)
                            .collect(Collectors.joining(","))
                    + (link.selection().size() > SHOWN_RANGES ? ",…)" : ")"));
        }
        return only(chosen.stream().boxed().toList());
    }

    /** The same, but for this file. */
    public FileSelection with(int file, Priority priority) {
        Map<Integer, Priority> priorities = new HashMap<>(files);
        priorities.put(file, priority);
        return new FileSelection(others, priorities);
    }

    public Priority of(int file) {
        return files.getOrDefault(file, others);
    }

    /** Whether the file is to be fetched. */
    public boolean wants(int file) {
        return of(file) != Priority.SKIP;
    }

    /** Throws when a file is named that the content does not have. */
    public void check(List<MetainfoFile> content) {
        for (int file : files.keySet()) {
            if (file < 0 || file >= content.size()) {
                throw new IllegalArgumentException("file " + file + " of " + content.size());
            }
        }
    }

    /**
     * Each piece's priority: the highest of the files that have bytes in it, so that a skipped
     * file's pieces at its ends may be fetched all the same. Padding (BEP 47) goes with the file
     * before it.
     */
    public IntFunction<Priority> pieces(List<MetainfoFile> content, PieceLayout layout) {
        check(content);
        byte[] priorities = new byte[layout.pieceCount()];
        Arrays.fill(priorities, Priority.SKIP.level());
        Priority priority = others;
        for (int i = 0; i < content.size(); i++) {
            MetainfoFile file = content.get(i);
            priority = file.padding() ? priority : of(i);
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
