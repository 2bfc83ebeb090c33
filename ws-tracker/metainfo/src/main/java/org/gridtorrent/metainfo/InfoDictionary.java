package org.gridtorrent.metainfo;

import java.util.List;

/**
 * The part of a metainfo that its info-hash covers, checked.
 *
 * @param isHybrid whether it is one for BitTorrent v2 (BEP 52) too
 */
record InfoDictionary(String name, int pieceLength, long totalLength, BencodeValue.Text pieces,
        List<MetainfoFile> files, boolean isPrivate, boolean isSingleFile, boolean isHybrid) {}
