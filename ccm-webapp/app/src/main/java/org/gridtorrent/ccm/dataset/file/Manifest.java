package org.gridtorrent.ccm.dataset.file;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.gridtorrent.metainfo.Metainfo;

/**
 * What pages show of a metainfo.
 *
 * @param name of the file or folder
 * @param pieceLength in bytes
 * @param singleFile whether it is one file, without a folder of its own
 * @param sha256 of the info dictionary, which has the hash of every piece
 */
public record Manifest(String name, boolean singleFile, int pieceLength, int pieceCount,
        String sha256,
        FileTree files) {

    static Manifest of(Metainfo metainfo) {
        return new Manifest(metainfo.name(), metainfo.isSingleFile(), metainfo.pieceLength(),
                metainfo.pieceCount(),
                sha256(metainfo), FileTree.of(metainfo));
    }

    private static String sha256(Metainfo metainfo) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(metainfo.infoBytes());
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
