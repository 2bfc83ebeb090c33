package org.gridtorrent.fuse;

import java.io.IOException;
import org.gridtorrent.fuse.protocol.VolumeStatistics;

/** Tree of files that can be mounted. Thread-safe, as are its nodes and open files. */
public interface FileSystem {
    DirectoryNode root();

    VolumeStatistics statistics() throws IOException, InterruptedException;
}
