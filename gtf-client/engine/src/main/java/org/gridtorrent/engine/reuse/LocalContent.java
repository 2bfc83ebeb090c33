package org.gridtorrent.engine.reuse;

import java.nio.file.Path;
import org.gridtorrent.metainfo.Metainfo;

/** A content of which all or some lies below a directory of this machine. */
public record LocalContent(Metainfo metainfo, Path directory) {}
