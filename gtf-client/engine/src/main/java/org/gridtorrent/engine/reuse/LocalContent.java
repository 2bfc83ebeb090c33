package org.gridtorrent.engine.reuse;

import java.nio.file.Path;
import org.gridtorrent.metainfo.Metainfo;

/** Content of this machine, complete or not, below a directory. */
public record LocalContent(Metainfo metainfo, Path directory) {}
