package org.gridtorrent.fuse;

import org.gridtorrent.fuse.protocol.Attributes;

/** Name in a folder, and what it leads to. */
public record DirectoryEntry(String name, Node node) {
    int type() {
        return switch (node) {
            case DirectoryNode _ -> Attributes.DIRECTORY;
            case FileNode _ -> Attributes.REGULAR_FILE;
            case LinkNode _ -> Attributes.SYMBOLIC_LINK;
        };
    }
}
