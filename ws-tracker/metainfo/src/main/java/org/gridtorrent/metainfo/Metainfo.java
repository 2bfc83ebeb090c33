package org.gridtorrent.metainfo;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.metainfo.bencode.Bencode;
import org.gridtorrent.metainfo.bencode.BencodeValue;

/**
 * Content of a .torrent file (BEP 3): name, files, piece hashes, trackers.
 *
 * <p>Immutable, and always consistent: lengths add up, every piece has a hash, every path is safe and
 * unique.
 */
public final class Metainfo {
    public static final int MIN_PIECE_LENGTH = 16 * 1024;
    public static final int MAX_PIECE_LENGTH = 64 * 1024 * 1024;
    public static final int MAX_PIECE_COUNT = 2_097_152;
    /** Bytes of an encoded metainfo: the hashes of {@link #MAX_PIECE_COUNT} pieces, and room for names. */
    public static final int MAX_ENCODED_LENGTH = 96 * 1024 * 1024;
    /** Web seeds that are read; further ones are ignored. */
    public static final int MAX_WEB_SEEDS = 64;
    /** Bytes of a piece's hash. */
    public static final int HASH_LENGTH = HashAlgorithm.SHA_1.length();

    /** Where the info dictionary begins when nothing comes before it. */
    private static final int BARE_START = "d4:info".length();

    private final byte[] encoded;
    private final int infoStart;
    private final int infoEnd;
    private final InfoHash infoHash;
    private final InfoDictionary info;
    private final List<List<URI>> announceTiers;
    private final List<URI> webSeeds;
    private final Optional<String> comment;

    Metainfo(byte[] encoded, int infoStart, int infoEnd, InfoDictionary info,
            List<List<URI>> announceTiers, List<URI> webSeeds, Optional<String> comment) {
        this.encoded = encoded;
        this.infoStart = infoStart;
        this.infoEnd = infoEnd;
        this.infoHash = InfoHash.v1Of(encoded, infoStart, infoEnd);
        this.info = info;
        this.announceTiers = announceTiers;
        this.webSeeds = webSeeds;
        this.comment = comment;
    }

    /** Parses the bytes of a .torrent file. */
    public static Metainfo parse(byte[] encoded) throws MetainfoException {
        return MetainfoParser.parse(encoded.clone());
    }

    /** Parses the bytes of an info dictionary, as peers send them (BEP 9), and adds trackers. */
    public static Metainfo ofInfo(byte[] info, List<List<URI>> announceTiers)
            throws MetainfoException {
        if (info.length > MAX_ENCODED_LENGTH) {
            throw new MetainfoException("%d bytes are too many for an info dictionary"
                    .formatted(info.length));
        }
        var out = new ByteArrayOutputStream(info.length + 1024);
        out.write('d');
        if (!announceTiers.isEmpty()) {
            out.writeBytes(Bencode.encode(BencodeValue.of("announce-list")));
            out.writeBytes(Bencode.encode(texts(announceTiers)));
        }
        out.writeBytes(Bencode.encode(BencodeValue.of("info")));
        out.writeBytes(info);
        out.write('e');
        Metainfo metainfo = MetainfoParser.parse(out.toByteArray());
        if (metainfo.infoEnd - metainfo.infoStart != info.length) {
            throw new MetainfoException("bytes follow the info dictionary");
        }
        return metainfo;
    }

    /** The same content and nothing beside its info dictionary: no tracker, web seed or comment. */
    public Metainfo infoOnly() {
        boolean isBare = infoStart == BARE_START && infoEnd == encoded.length - 1;
        return isBare ? this : withTrackers(List.of());
    }

    /** The same content with these trackers in place of its own, and nothing else beside its info dictionary. */
    public Metainfo withTrackers(List<List<URI>> tiers) {
        try {
            return ofInfo(Arrays.copyOfRange(encoded, infoStart, infoEnd), tiers);
        } catch (MetainfoException e) {
            throw new IllegalStateException("it was read from the same bytes", e);
        }
    }

    private static BencodeValue texts(List<List<URI>> tiers) {
        return new BencodeValue.ListValue(tiers.stream().<BencodeValue>map(
                tier -> new BencodeValue.ListValue(tier.stream()
                        .<BencodeValue>map(address -> BencodeValue.of(address.toString()))
                        .toList()))
                .toList());
    }

    public InfoHash infoHash() {
        return infoHash;
    }

    /** The info-hash of version 2, when it is for both versions (BEP 52). */
    public Optional<InfoHash> infoHashV2() {
        return info.isHybrid()
                ? Optional.of(InfoHash.v2Of(encoded, infoStart, infoEnd))
                : Optional.empty();
    }

    /** The info dictionary's bytes as they were read; a read-only view. */
    public ByteBuffer infoBytes() {
        return ByteBuffer.wrap(encoded, infoStart, infoEnd - infoStart).slice().asReadOnlyBuffer();
    }

    /** The file's name, or the folder's that holds the files. */
    public String name() {
        return info.name();
    }

    /** Bytes of every piece but the last, which may be shorter. */
    public int pieceLength() {
        return info.pieceLength();
    }

    /** Bytes of all files together, padding included. */
    public long totalLength() {
        return info.totalLength();
    }

    /** Bytes of all files together, without padding. */
    public long filesLength() {
        return info.files().stream().filter(file -> !file.isPadding())
                .mapToLong(MetainfoFile::length).sum();
    }

    public int pieceCount() {
        return info.pieces().length() / HASH_LENGTH;
    }

    /** The algorithm of the piece hashes: that of version 1, which every content that is read has. */
    public HashAlgorithm pieceHashAlgorithm() {
        return HashAlgorithm.SHA_1;
    }

    /** Whether the digest is the piece's, by {@link #pieceHashAlgorithm}. */
    public boolean pieceMatches(int piece, byte[] digest) {
        int from = checkIndex(piece) * HASH_LENGTH;
        return digest.length == HASH_LENGTH
                && info.pieces().regionMatches(from, digest, 0, HASH_LENGTH);
    }

    /** Whether a piece has the same bytes as one of another content, by their hashes. */
    public boolean isSamePiece(int piece, Metainfo other, int otherPiece) {
        int from = checkIndex(piece) * HASH_LENGTH;
        int otherFrom = other.checkIndex(otherPiece) * HASH_LENGTH;
        return info.pieces().regionMatches(from, other.info.pieces(), otherFrom, HASH_LENGTH);
    }

    /** Copies the piece's digest into the array. */
    public void copyHash(int piece, byte[] target, int targetFrom) {
        info.pieces().copyTo(checkIndex(piece) * HASH_LENGTH, target, targetFrom, HASH_LENGTH);
    }

    private int checkIndex(int piece) {
        if (piece < 0 || piece >= pieceCount()) {
            throw new IllegalArgumentException("piece " + piece + " of " + pieceCount());
        }
        return piece;
    }

    /**
     * The files in the order of their bytes, padding and empty ones included; paths begin with the
     * folder's name.
     */
    public List<MetainfoFile> files() {
        return info.files();
    }

    /** Whether peers may come from the content's own trackers only (BEP 27). */
    public boolean isPrivate() {
        return info.isPrivate();
    }

    /** Whether it is one file, without a folder of its own. */
    public boolean isSingleFile() {
        return info.isSingleFile();
    }

    /** Trackers by tier (BEP 12); addresses that are no URI are left out. */
    public List<List<URI>> announceTiers() {
        return announceTiers;
    }

    /** Web seeds (BEP 19), each once; addresses that are no URI are left out. */
    public List<URI> webSeeds() {
        return webSeeds;
    }

    public Optional<String> comment() {
        return comment;
    }

    /** A copy of the bytes this was read from. */
    public byte[] encoded() {
        return encoded.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Metainfo that && Arrays.equals(encoded, that.encoded);
    }

    @Override
    public int hashCode() {
        return infoHash.hashCode();
    }

    @Override
    public String toString() {
        return infoHash.hex() + " " + DisplayText.escape(name());
    }
}
