package org.gridtorrent.engine.reuse;

import java.nio.file.Path;
import org.gridtorrent.metainfo.Metainfo;

/** Complete or partial content of another torrent in a local directory. */
public record LocalContent(Metainfo metainfo, Path directory) {}
