package org.gridtorrent.ccm.dataset.file;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoFile;

/**
 * What changed from one version's files to another's, as far as their metainfo tells.
 *
 * <p>
 * The hashes are of pieces, which reach across files. A file is the same when all pieces that touch it
 * are; it changed when its length did, or a piece that is wholly in it. When only pieces at its ends
 * differ, which it shares with its neighbours, or when it begins at another place within a piece, its
 * hashes say nothing, and it is not certain.
 */
public final class FileChanges {
    private final Metainfo earlier;
    private final Metainfo later;
    private final List<Change> changes = new ArrayList<>();

    private FileChanges(Metainfo earlier, Metainfo later) {
        this.earlier = earlier;
        this.later = later;
    }

    /** How a file of the later version stands to the earlier one's. */
    public enum Kind {
        ADDED, REMOVED, CHANGED, UNPROVEN
    }

    /** A file below the data set's own folder that is not surely the same, its length in bytes. */
    public record Change(Kind kind, String path, long length) {}

    /** By kind, then by path. */
    static List<Change> between(Metainfo earlier, Metainfo later) {
        var compared = new FileChanges(earlier, later);
        compared.compare();
        compared.changes.sort(
                Comparator.comparing(Change::kind).thenComparing(Change::path));
        return List.copyOf(compared.changes);
    }

    private void compare() {
        Map<String, MetainfoFile> before = byPath(earlier);
        byPath(later).forEach((path, file) -> {
            MetainfoFile old = before.remove(path);
            if (old == null) {
                changes.add(new Change(Kind.ADDED, path, file.length()));
            } else {
                compare(path, old, file);
            }
        });
        before.forEach((path, file) -> changes
                .add(new Change(Kind.REMOVED, path, file.length())));
    }

    private static Map<String, MetainfoFile> byPath(Metainfo metainfo) {
        int above = metainfo.isSingleFile() ? 0 : 1;
        Map<String, MetainfoFile> files = new LinkedHashMap<>();
        for (MetainfoFile file : metainfo.files()) {
            if (!file.isPadding()) {
                List<String> elements = file.path().elements();
                files.put(String.join("/", elements.subList(above, elements.size())), file);
            }
        }
        return files;
    }

    private void compare(String path, MetainfoFile old, MetainfoFile file) {
        if (old.length() != file.length()) {
            changes.add(new Change(Kind.CHANGED, path, file.length()));
        } else if (file.length() > 0) {
            int length = later.pieceLength();
            boolean comparable = earlier.pieceLength() == length
                    && old.offset() % length == file.offset() % length;
            Optional<Kind> kind = comparable
                    ? byPieces(old, file)
                    : Optional.of(Kind.UNPROVEN);
            kind.ifPresent(how -> changes.add(new Change(how, path, file.length())));
        }
    }

    /** Empty when every piece that touches the file is the same. */
    private Optional<Kind> byPieces(MetainfoFile old, MetainfoFile file) {
        long length = later.pieceLength();
        int first = (int) (file.offset() / length);
        int last = (int) ((file.end() - 1) / length);
        int shift = (int) (old.offset() / length) - first;
        boolean edgesDiffer = false;
        for (int piece = first; piece <= last; piece++) {
            if (!later.isSamePiece(piece, earlier, piece + shift)) {
                boolean within = piece * length >= file.offset()
                        && (piece + 1) * length <= file.end();
                if (within) {
                    return Optional.of(Kind.CHANGED);
                }
                edgesDiffer = true;
            }
        }
        return edgesDiffer ? Optional.of(Kind.UNPROVEN) : Optional.empty();
    }
}
