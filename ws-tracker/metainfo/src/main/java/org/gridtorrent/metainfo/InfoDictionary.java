package org.gridtorrent.metainfo;

import java.util.List;
import java.util.Optional;
import org.gridtorrent.metainfo.bencode.BencodeValue;

/**
 * Checked info dictionary: the part of a metainfo that its info-hash covers.
 *
 * @param isHybrid whether it is for BitTorrent v2 (BEP 52) too
 */
record InfoDictionary(String name, int pieceLength, long totalLength,
        BencodeValue.ByteString pieces,
        List<MetainfoFile> files, boolean isPrivate, boolean isSingleFile, boolean isHybrid,
        Optional<String> source) {}
