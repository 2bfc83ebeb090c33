package org.gridtorrent.metainfo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;

/** A file to be published, as it was when the tree was walked. */
record SourceFile(Path file, SafePath path, long length, FileTime modified) {

    static SourceFile of(Path file, SafePath path, BasicFileAttributes attributes) {
        return new SourceFile(file, path, attributes.size(), attributes.lastModifiedTime());
    }

    void checkUnchanged() throws IOException, MetainfoException {
        var now = Files.readAttributes(file, BasicFileAttributes.class);
        if (now.size() != length || !now.lastModifiedTime().equals(modified)) {
            throw changed();
        }
    }

    MetainfoException changed() {
        return new MetainfoException(
                "the file %s changed while it was read; publish when nothing writes to it"
                        .formatted(Printable.of(file.toString())));
    }
}
