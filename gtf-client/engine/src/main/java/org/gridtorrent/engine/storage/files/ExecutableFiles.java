package org.gridtorrent.engine.storage.files;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.function.IntPredicate;
import org.gridtorrent.metainfo.FileAttribute;
import org.gridtorrent.metainfo.MetainfoFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets the execute permission of complete files with attribute {@code x} (BEP 47).
 *
 * <p>For the disk worker's thread.
 */
public final class ExecutableFiles {
    private static final Logger LOG = LoggerFactory.getLogger(ExecutableFiles.class);

    private final FileLayout layout;
    private final Storage storage;
    /** Those that were incomplete at the last update, by index. */
    private final Set<Integer> incomplete = new HashSet<>();

    public ExecutableFiles(FileLayout layout, Storage storage) {
        this.layout = layout;
        this.storage = storage;
        for (int index = 0; index < layout.files().size(); index++) {
            MetainfoFile file = layout.files().get(index);
            if (!file.isPadding() && file.attributes().contains(FileAttribute.EXECUTABLE)) {
                incomplete.add(index);
            }
        }
    }

    /** Makes the files executable that are complete now. */
    public void update(IntPredicate verified) {
        incomplete.removeIf(
                file -> layout.piecesOf(file).allMatch(verified) && makeExecutable(file));
    }

    /** A file whose rights cannot be set is complete all the same. */
    private boolean makeExecutable(int file) {
        try {
            return storage.makeExecutable(file);
        } catch (IOException e) {
            LOG.debug("{} stays as it is", layout.files().get(file).path(), e);
            return true;
        }
    }
}
