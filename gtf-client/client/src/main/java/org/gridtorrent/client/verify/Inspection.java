package org.gridtorrent.client.verify;

import com.fasterxml.jackson.annotation.JsonValue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.gridtorrent.engine.storage.files.FileLayout;
import org.gridtorrent.engine.storage.files.FileStamp;
import org.gridtorrent.engine.storage.files.FileStorage;
import org.gridtorrent.engine.storage.files.HashChecker;
import org.gridtorrent.engine.storage.files.Storage;
import org.gridtorrent.metainfo.HashProgress;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoFile;

/**
 * How data stands against its metainfo: by piece and by file. Written as it is with {@code --json}.
 */
public record Inspection(String infoHash, String name, boolean complete, int pieces, int good,
        int bad,
        int missing,
        List<InspectedFile> files) {

    /** How a file stands. */
    public enum FileState {
        GOOD, DAMAGED, MISSING,
        /**
         * Its own length is right, and pieces that it shares with files that are not good cannot be
         * checked.
         */
        UNPROVEN;

        @JsonValue
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * One file: its length in bytes as it should be, how many of its pieces are good, and what is
     * wrong.
     */
    public record InspectedFile(String path, long length, FileState state, long goodPieces,
            long pieces,
            String why) {}

    public static Inspection of(Metainfo metainfo, Path directory, HashProgress progress)
            throws IOException, InterruptedException {
        try (Storage storage = FileStorage.readOnly(metainfo, directory)) {
            HashChecker.Result result = new HashChecker(metainfo, storage, progress)
                    .verifyAll();
            return new Files(metainfo, storage, result).inspection();
        }
    }

    public long goodFiles() {
        return files.stream().filter(file -> file.state() == FileState.GOOD).count();
    }

    /** Judges the files, their pieces being known. */
    private record Files(Metainfo metainfo, Storage storage, HashChecker.Result result) {

        Inspection inspection() throws IOException {
            var layout = new FileLayout(metainfo);
            var inspected = new ArrayList<InspectedFile>();
            for (int index = 0; index < layout.files().size(); index++) {
                if (!layout.files().get(index).isPadding()) {
                    inspected.add(inspect(index, layout));
                }
            }
            int good = result.good().count();
            int missing = result.missing().count();
            boolean complete = inspected.stream().allMatch(file -> file.state() == FileState.GOOD);
            return new Inspection(metainfo.infoHash().hex(), metainfo.name(), complete,
                    metainfo.pieceCount(), good,
                    metainfo.pieceCount() - good - missing, missing, inspected);
        }

        private InspectedFile inspect(int index, FileLayout layout) throws IOException {
            MetainfoFile file = layout.files().get(index);
            long pieces = layout.piecesOf(index).count();
            long good = layout.piecesOf(index).filter(result.good()::has).count();
            Optional<FileStamp> stamp = storage.stamp(index);
            FileState state;
            String why;
            if (stamp.isEmpty()) {
                state = FileState.MISSING;
                why = "not there";
            } else if (stamp.get().length() != file.length()) {
                state = FileState.DAMAGED;
                why = "%d bytes, should be %d".formatted(stamp.get().length(), file.length());
            } else if (good == pieces) {
                state = FileState.GOOD;
                why = "";
            } else if (failsOnlyAtBorders(index, layout)) {
                state = FileState.UNPROVEN;
                why = "pieces shared with its neighbours are not good";
            } else {
                state = FileState.DAMAGED;
                why = "%d of %d pieces not good".formatted(pieces - good, pieces);
            }
            return new InspectedFile(file.path().toString(), file.length(), state, good, pieces,
                    why);
        }

        /** Whether each piece that is not good holds another file's bytes too. */
        private boolean failsOnlyAtBorders(int index, FileLayout layout) {
            return layout.piecesOf(index).filter(piece -> !result.good().has(piece))
                    .allMatch(piece -> layout.filesOf(piece).anyMatch(file -> file != index));
        }
    }
}
