package org.gridtorrent.metainfo;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.metainfo.bencode.BencodeValue;
import org.gridtorrent.metainfo.bencode.BencodeValue.ByteString;
import org.gridtorrent.metainfo.bencode.BencodeValue.Dictionary;

/**
 * Parser and validator of an info dictionary.
 *
 * <p>A hybrid (BEP 52) is read by its v1 fields; each file gets its pieces root from the v2 file tree.
 * Dictionaries without v1 fields and symbolic links (BEP 47) are rejected.
 */
final class InfoParser {
    static final String V2_ONLY = "it is for BitTorrent v2 only, which is not supported; a hybrid would be";

    private static final long V2 = 2;

    private final Dictionary info;
    private final String name;

    private InfoParser(Dictionary info) throws MetainfoException {
        this.info = info;
        this.name = utf8(text(info, "name"), "name");
    }

    /** Unknown versions are refused first (BEP 52): their keys have other meanings. */
    static InfoDictionary parse(Dictionary info) throws MetainfoException {
        long version = info.integer("meta version").orElse(1L);
        if (version != 1 && version != V2) {
            throw new MetainfoException("it is of version " + version
                    + " of the metainfo, which is not known; a newer GridTorrent may read it");
        }
        if (info.get("pieces").isEmpty()
                && (info.get("meta version").isPresent() || info.get("file tree").isPresent())) {
            throw new MetainfoException(V2_ONLY);
        }
        return new InfoParser(info).read();
    }

    private InfoDictionary read() throws MetainfoException {
        int pieceLength = pieceLength(integer(info, "piece length"));
        boolean single = info.get("length").isPresent();
        if (single && info.get("files").isPresent()) {
            throw new MetainfoException("it has both \"length\" and \"files\"");
        }
        boolean isHybrid = info.integer("meta version").orElse(1L) == V2;
        List<MetainfoFile> listed = single ? singleFile() : manyFiles();
        List<MetainfoFile> files = isHybrid ? tree(single).withRoots(listed) : listed;
        long totalLength = files.getLast().end();
        ByteString pieces = text(info, "pieces");
        checkPieces(pieces, totalLength, pieceLength);
        if (files.stream().allMatch(file -> file.isPadding() || file.length() == 0)) {
            throw new MetainfoException("it has no bytes to share but padding");
        }
        // A value that is no number counts as private too: in doubt nothing leaks.
        boolean isPrivate = info.get("private").isPresent()
                && info.integer("private").orElse(1L) != 0;
        return new InfoDictionary(name, pieceLength, totalLength, pieces, files, isPrivate, single,
                isHybrid);
    }

    private FileTree tree(boolean single) throws MetainfoException {
        return FileTree.read(
                info.dictionary("file tree").orElseThrow(
                        () -> new MetainfoException(
                                "it is for BitTorrent v2 too, and the dictionary"
                                        + " \"file tree\" is missing or of another kind")),
                single ? List.of() : List.of(name));
    }

    private static int pieceLength(long length) throws MetainfoException {
        if (length < Metainfo.MIN_PIECE_LENGTH || length > Metainfo.MAX_PIECE_LENGTH
                || Long.bitCount(length) != 1) {
            throw new MetainfoException(
                    "the piece length " + length + " is no power of two from 16 KiB to 64 MiB");
        }
        return (int) length;
    }

    private static void checkPieces(ByteString pieces, long totalLength, int pieceLength)
            throws MetainfoException {
        if (totalLength == 0) {
            throw new MetainfoException("it has no bytes to share");
        }
        long pieceCount = Math.ceilDiv(totalLength, pieceLength);
        if (pieceCount > Metainfo.MAX_PIECE_COUNT) {
            throw new MetainfoException(
                    "it has %d pieces, allowed are %d".formatted(pieceCount,
                            Metainfo.MAX_PIECE_COUNT));
        }
        if (pieces.length() != pieceCount * Metainfo.HASH_LENGTH) {
            throw new MetainfoException(
                    "%d bytes in pieces of %d need %d bytes of hashes, it has %d".formatted(
                            totalLength, pieceLength, pieceCount * Metainfo.HASH_LENGTH,
                            pieces.length()));
        }
    }

    private List<MetainfoFile> singleFile() throws MetainfoException {
        return List.of(file(info, SafePath.of(List.of(name)), 0));
    }

    private List<MetainfoFile> manyFiles() throws MetainfoException {
        List<BencodeValue> entries = info.list("files")
                .orElseThrow(
                        () -> new MetainfoException("it has neither \"length\" nor \"files\""));
        if (entries.isEmpty()) {
            throw new MetainfoException("its list of files is empty");
        }
        var files = new ArrayList<MetainfoFile>(entries.size());
        long offset = 0;
        for (BencodeValue entry : entries) {
            if (!(entry instanceof Dictionary dictionary)) {
                throw new MetainfoException("an entry of \"files\" is no dictionary");
            }
            MetainfoFile file = file(dictionary, path(dictionary), offset);
            files.add(file);
            offset = file.end();
        }
        checkDistinct(files);
        return List.copyOf(files);
    }

    private static MetainfoFile file(Dictionary entry, SafePath path, long offset)
            throws MetainfoException {
        String letters = entry.byteString("attr").map(ByteString::toString).orElse("");
        if (letters.contains("l") || entry.get("symlink path").isPresent()) {
            throw new MetainfoException("\"%s\" is a symbolic link, which is refused"
                    .formatted(DisplayText.escape(path.toString())));
        }
        long length = length(entry);
        if (length > Long.MAX_VALUE - offset) {
            throw new MetainfoException("the files' lengths add up to more than 64 bits hold");
        }
        return new MetainfoFile(path, length, offset, FileAttribute.of(letters), Optional.empty(),
                checksum(entry));
    }

    /** In no BEP, so what is of another form is skipped. */
    private static Optional<FileChecksum> checksum(Dictionary entry) {
        return entry.byteString(FileChecksum.KEY)
                .filter(text -> text.length() == HashAlgorithm.SHA_256.length())
                .map(text -> FileChecksum.of(text.bytes()));
    }

    private SafePath path(Dictionary entry) throws MetainfoException {
        var elements = new ArrayList<String>();
        elements.add(name);
        for (BencodeValue element : entry.list("path").orElse(List.of())) {
            if (!(element instanceof ByteString text)) {
                throw new MetainfoException("a file's path has an element that is no string");
            }
            elements.add(utf8(text, "path"));
        }
        if (elements.size() == 1) {
            throw new MetainfoException("a file has no path");
        }
        return SafePath.of(elements);
    }

    /**
     * Padding is exempt: BEP 47 names it by its length, so that several have the same name, and it
     * is never on disk.
     */
    private static void checkDistinct(List<MetainfoFile> files) throws MetainfoException {
        SafePath.requireDistinct(files.stream().filter(file -> !file.isPadding())
                .map(MetainfoFile::path).toList());
    }

    private static long length(Dictionary entry) throws MetainfoException {
        long length = integer(entry, "length");
        if (length < 0) {
            throw new MetainfoException("a file's length is negative: " + length);
        }
        return length;
    }

    private static long integer(Dictionary dictionary, String key) throws MetainfoException {
        return dictionary.integer(key).orElseThrow(() -> missing(key, "integer"));
    }

    private static ByteString text(Dictionary dictionary, String key) throws MetainfoException {
        return dictionary.byteString(key).orElseThrow(() -> missing(key, "string"));
    }

    private static MetainfoException missing(String key, String kind) {
        return new MetainfoException(
                "the %s \"%s\" is missing or of another kind".formatted(kind, key));
    }

    private static String utf8(ByteString text, String key) throws MetainfoException {
        return text.utf8().orElseThrow(
                () -> new MetainfoException("\"%s\" is not UTF-8: \"%s\"".formatted(key,
                        DisplayText.escape(text.toString()))));
    }
}
