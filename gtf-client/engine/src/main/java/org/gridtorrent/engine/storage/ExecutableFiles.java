package org.gridtorrent.engine.storage;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.gridtorrent.metainfo.FileAttribute;
import org.gridtorrent.metainfo.MetainfoFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Has those files that the content says are programs (BEP 47) be so when they are whole. Thread-safe. */
final class ExecutableFiles {
    private static final Logger LOG = LoggerFactory.getLogger(ExecutableFiles.class);

    private final FileLayout layout;
    private final Storage storage;
    private final VerifiedPieces had;
    /** Those that were not whole at the last look, by their index. */
    private final Set<Integer> awaited = new HashSet<>();

    ExecutableFiles(FileLayout layout, Storage storage, VerifiedPieces had) {
        this.layout = layout;
        this.storage = storage;
        this.had = had;
        for (int index = 0; index < layout.files().size(); index++) {
            MetainfoFile file = layout.files().get(index);
            if (!file.padding() && file.attributes().contains(FileAttribute.EXECUTABLE)) {
                awaited.add(index);
            }
        }
    }

    /** To be called when more is had. */
    synchronized void look() {
        awaited.removeIf(file -> layout.piecesOf(file).allMatch(had::has) && make(file));
    }

    /** A file whose rights cannot be set is whole all the same. */
    private boolean make(int file) {
        try {
            return storage.makeExecutable(file);
        } catch (IOException e) {
            LOG.debug("{} stays as it is", layout.files().get(file).path(), e);
            return true;
        }
    }
}
