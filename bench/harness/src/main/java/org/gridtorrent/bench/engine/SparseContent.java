package org.gridtorrent.bench.engine;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoException;
import org.gridtorrent.metainfo.bencode.Bencode;
import org.gridtorrent.metainfo.bencode.BencodeValue;

/** Content of zeros: a sparse file of any length, and its .torrent, made without reading it. */
record SparseContent(Path torrent, Path directory, InfoHash infoHash) {

    /** Makes both below a folder, under the name; the length is a multiple of the piece length. */
    static SparseContent make(Path folder, String name, int pieceLength, int pieceCount)
            throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(folder.resolve(name).toFile(), "rw")) {
            file.setLength((long) pieceLength * pieceCount);
        }
        byte[] hash = hashOfZeros(pieceLength);
        byte[] hashes = new byte[pieceCount * hash.length];
        for (int piece = 0; piece < pieceCount; piece++) {
            System.arraycopy(hash, 0, hashes, piece * hash.length, hash.length);
        }
        byte[] encoded = Bencode.encode(Bencode.dictionary(Map.of("info",
                Bencode.dictionary(Map.of("length",
                        BencodeValue.of((long) pieceLength * pieceCount), "name",
                        BencodeValue.of(name), "piece length", BencodeValue.of(pieceLength),
                        "pieces", BencodeValue.of(hashes))))));
        Path torrent = folder.resolve(name + ".torrent");
        Files.write(torrent, encoded);
        try {
            return new SparseContent(torrent, folder, Metainfo.parse(encoded).infoHash());
        } catch (MetainfoException e) {
            throw new IOException(e);
        }
    }

    private static byte[] hashOfZeros(int length) {
        MessageDigest sha1 = sha1();
        byte[] zeros = new byte[1 << 14];
        for (int left = length; left > 0; left -= zeros.length) {
            sha1.update(zeros, 0, Math.min(left, zeros.length));
        }
        return sha1.digest();
    }

    static MessageDigest sha1() {
        try {
            return MessageDigest.getInstance("SHA-1");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-1", e);
        }
    }
}
