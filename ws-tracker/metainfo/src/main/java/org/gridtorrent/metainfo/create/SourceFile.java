package org.gridtorrent.metainfo.create;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import org.gridtorrent.metainfo.DisplayText;
import org.gridtorrent.metainfo.MetainfoException;
import org.gridtorrent.metainfo.SafePath;
import org.gridtorrent.metainfo.reason.ReasonCode;
import org.gridtorrent.metainfo.reason.TaskReason;

/** File to be published, as it was when the tree was walked. */
record SourceFile(Path file, SafePath path, long length, FileTime modified, boolean executable) {

    static SourceFile of(Path file, SafePath path, BasicFileAttributes attributes)
            throws IOException {
        return new SourceFile(file, path, attributes.size(), attributes.lastModifiedTime(),
                isExecutable(file));
    }

    /** Whether its owner may execute it; false where the file system has no such right. */
    private static boolean isExecutable(Path file) throws IOException {
        var view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        return view != null && view.readAttributes().permissions()
                .contains(PosixFilePermission.OWNER_EXECUTE);
    }

    /** Throws when the file's length or time is no longer the same. */
    void checkUnchanged() throws IOException, MetainfoException {
        var now = Files.readAttributes(file, BasicFileAttributes.class);
        if (now.size() != length || !now.lastModifiedTime().equals(modified)) {
            throw changed();
        }
    }

    MetainfoException changed() {
        return new MetainfoException(
                "the file %s changed while it was read; publish it again when no program writes to it"
                        .formatted(DisplayText.escape(file.toString())),
                TaskReason.of(ReasonCode.SOURCE_CHANGED, DisplayText.escape(file.toString())));
    }
}
