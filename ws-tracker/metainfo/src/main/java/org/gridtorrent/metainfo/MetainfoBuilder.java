package org.gridtorrent.metainfo;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Makes a metainfo of a file or folder where it lies: walks, hashes, writes BEP 3's dictionaries.
 * The same files give the same bytes: nothing of the machine or the time goes in. Not thread-safe.
 */
public final class MetainfoBuilder {
    private static final int TARGET_PIECE_COUNT = 2_000;
    private static final int MIN_CHOSEN_PIECE_LENGTH = 256 * 1024;
    private static final int MAX_CHOSEN_PIECE_LENGTH = 16 * 1024 * 1024;

    private final Path root;
    private final List<URI> announces = new ArrayList<>();
    private final List<URI> webSeeds = new ArrayList<>();
    private String comment = "";
    private String source = "";
    private int pieceLength;
    private boolean isPrivate;
    private HashProgress progress = HashProgress.NONE;
    private boolean padded;
    private List<PreviousHashes> hashedBefore = List.of();
    private InstantSource clock = InstantSource.system();

    /**
     * A metainfo, and the directory below which its paths are found.
     *
     * @param stamps how files stood before they were hashed, by their index in the metainfo, for
     * {@link PreviousHashes}
     * @param bytesKnown of pieces that were not hashed, since they were known
     */
    public record Built(Metainfo metainfo, Path directory, SourceTree tree,
            Map<Integer, SourceStamp> stamps, long bytesKnown) {

        /** Folders that hold nothing, which a metainfo cannot carry: tell the person. */
        public List<Path> emptyFolders() {
            return tree.emptyFolders();
        }

        /** Throws when a file is not as it was when it was hashed. */
        public void checkUnchanged() throws IOException, MetainfoException {
            for (SourceFile file : tree.files()) {
                file.checkUnchanged();
            }
        }
    }

    public MetainfoBuilder(Path root) {
        this.root = root.toAbsolutePath().normalize();
    }

    /**
     * Bytes: a power of two from 16 KiB to 64 MiB. Without it, one is chosen for about 2,000
     * pieces.
     */
    public MetainfoBuilder pieceLength(int bytes) {
        if (bytes < Metainfo.MIN_PIECE_LENGTH || bytes > Metainfo.MAX_PIECE_LENGTH
                || Integer.bitCount(bytes) != 1) {
            throw new IllegalArgumentException(
                    "the piece length " + bytes + " is no power of two from 16 KiB to 64 MiB");
        }
        pieceLength = bytes;
        return this;
    }

    /** Peers from the content's own trackers only (BEP 27). */
    public MetainfoBuilder privateTorrent(boolean only) {
        isPrivate = only;
        return this;
    }

    /** Adds a tracker; each is a tier of its own (BEP 12), tried in the order they were added. */
    public MetainfoBuilder announce(URI tracker) {
        announces.add(tracker);
        return this;
    }

    /** Adds an HTTP source (BEP 19). */
    public MetainfoBuilder webSeed(URI address) {
        webSeeds.add(address);
        return this;
    }

    /**
     * Names who made it, inside the info dictionary: the same files from another source have
     * another info-hash. Not in BEP 3, but what private trackers use everywhere.
     */
    public MetainfoBuilder source(String name) {
        source = name;
        return this;
    }

    public MetainfoBuilder comment(String text) {
        comment = text;
        return this;
    }

    public MetainfoBuilder progress(HashProgress listener) {
        progress = listener;
        return this;
    }

    /**
     * Puts padding (BEP 47) between files, so that where one changes its length the pieces of most others
     * stay as they are: for a folder of which there may be a next version.
     */
    public MetainfoBuilder padded(boolean whether) {
        padded = whether;
        return this;
    }

    /**
     * Hashes no piece that lies in one of these already, the one that has most in common, whose piece
     * length is kept.
     */
    public MetainfoBuilder hashedBefore(List<PreviousHashes> contents) {
        hashedBefore = List.copyOf(contents);
        return this;
    }

    /** By which it is told whether a file changed just now. */
    MetainfoBuilder clock(InstantSource source) {
        clock = source;
        return this;
    }

    /** The piece length chosen for so many bytes: about 2,000 pieces, within 256 KiB and 16 MiB. */
    public static int choosePieceLength(long totalLength) {
        int length = MIN_CHOSEN_PIECE_LENGTH;
        while (length < MAX_CHOSEN_PIECE_LENGTH && totalLength / length >= TARGET_PIECE_COUNT) {
            length *= 2;
        }
        return length;
    }

    /**
     * Looks whether all of it can be published, without reading a byte of it: the folders that hold
     * nothing, which a metainfo cannot carry.
     *
     * @throws MetainfoException as {@link #build}
     */
    public List<Path> check() throws IOException, MetainfoException {
        SourceTree tree = SourceTree.walk(root);
        totalLength(tree);
        return tree.emptyFolders();
    }

    /**
     * Reads everything and hashes it on several cores; interrupting the calling thread cancels.
     *
     * @throws MetainfoException what cannot be published: an unsafe name, a link that leads
     * outside, a special file, a file that changed while it was read, nothing to share. The message
     * names it.
     * @throws IOException what cannot be read
     */
    public Built build() throws IOException, MetainfoException, InterruptedException {
        SourceTree tree = SourceTree.walk(root);
        List<Optional<SourceStamp>> now = stamps(tree);
        Optional<PreviousHashes> before = mostAlike(tree, now);
        int length = pieceLength(totalLength(tree), before);
        List<SourceEntry> parts = padded && !tree.isSingleFile()
                ? SourceEntry.padded(tree.files(), length)
                : SourceEntry.unpadded(tree.files());
        checkPieceCount(parts, length);
        PieceHasher hasher = new PieceHasher(parts, length,
                before.filter(same -> same.pieceLength() == length)
                        .map(same -> same.among(parts, now)).orElse(null),
                progress);
        byte[] hashes = hasher.hash();
        Metainfo metainfo = Metainfo
                .parse(Bencode.encode(outer(info(tree, parts, length, hashes))));
        Path parent = root.getParent();
        return new Built(metainfo, parent == null ? root : parent, tree, byIndex(parts, now),
                hasher.bytesKnown());
    }

    private List<Optional<SourceStamp>> stamps(SourceTree tree) throws IOException {
        List<Optional<SourceStamp>> stamps = new ArrayList<>();
        Instant now = clock.instant();
        for (SourceFile file : tree.files()) {
            stamps.add(SourceStamp.of(file.file(), now));
        }
        return stamps;
    }

    private static Map<Integer, SourceStamp> byIndex(List<SourceEntry> parts,
            List<Optional<SourceStamp>> stamps) {
        Map<Integer, SourceStamp> byIndex = new HashMap<>();
        int next = 0;
        for (int part = 0; part < parts.size(); part++) {
            if (parts.get(part).file().isPresent()) {
                int index = part;
                stamps.get(next++).ifPresent(stamp -> byIndex.put(index, stamp));
            }
        }
        return Map.copyOf(byIndex);
    }

    private Optional<PreviousHashes> mostAlike(SourceTree tree, List<Optional<SourceStamp>> now) {
        return hashedBefore.stream()
                .filter(one -> one.unchangedLength(tree.files(), now) > 0)
                .max(Comparator.comparingLong(one -> one.unchangedLength(tree.files(), now)));
    }

    /** That of before, unless the content has grown or shrunk out of all proportion to it. */
    private int pieceLength(long totalLength, Optional<PreviousHashes> before) {
        if (pieceLength != 0) {
            return pieceLength;
        }
        int chosen = choosePieceLength(totalLength);
        return before.map(PreviousHashes::pieceLength)
                .filter(kept -> kept <= 4L * chosen && chosen <= 4L * kept).orElse(chosen);
    }

    private static void checkPieceCount(List<SourceEntry> parts, int length)
            throws MetainfoException {
        long total = parts.stream().mapToLong(SourceEntry::length).sum();
        if (Math.ceilDiv(total, length) > Metainfo.MAX_PIECE_COUNT) {
            throw new MetainfoException(
                    "%d bytes are too many for pieces of %d bytes; take longer ones"
                            .formatted(total, length));
        }
    }

    private static long totalLength(SourceTree tree) throws MetainfoException {
        long total = 0;
        for (SourceFile file : tree.files()) {
            total = Math.addExact(total, file.length());
        }
        if (total == 0) {
            throw new MetainfoException(
                    "%s holds no bytes to publish"
                            .formatted(DisplayText.of(tree.root().toString())));
        }
        return total;
    }

    private BencodeValue info(SourceTree tree, List<SourceEntry> parts, int length,
            byte[] hashes) {
        var info = new TreeMap<String, BencodeValue>();
        info.put("name", BencodeValue.of(tree.files().getFirst().path().elements().getFirst()));
        info.put("piece length", BencodeValue.of(length));
        info.put("pieces", BencodeValue.of(hashes));
        if (isPrivate) {
            info.put("private", BencodeValue.of(1));
        }
        if (!source.isEmpty()) {
            info.put("source", BencodeValue.of(source));
        }
        if (tree.isSingleFile()) {
            info.putAll(lengthAndAttribute(tree.files().getFirst()));
        } else {
            info.put("files", new BencodeValue.Sequence(
                    parts.stream().map(MetainfoBuilder::entry).toList()));
        }
        return Bencode.dictionary(info);
    }

    private static BencodeValue entry(SourceEntry part) {
        return part.file().map(MetainfoBuilder::entry).orElseGet(() -> padding(part.length()));
    }

    private static BencodeValue entry(SourceFile file) {
        List<String> elements = file.path().elements();
        var entry = lengthAndAttribute(file);
        entry.put("path", strings(elements.subList(1, elements.size())));
        return Bencode.dictionary(entry);
    }

    private static Map<String, BencodeValue> lengthAndAttribute(SourceFile file) {
        var entry = new TreeMap<String, BencodeValue>();
        entry.put("length", BencodeValue.of(file.length()));
        if (file.executable()) {
            entry.put("attr", BencodeValue.of("x"));
        }
        return entry;
    }

    /** As BEP 47 names it. */
    private static BencodeValue padding(long length) {
        return Bencode.dictionary(Map.of(
                "attr", BencodeValue.of("p"),
                "length", BencodeValue.of(length),
                "path", strings(List.of(".pad", Long.toString(length)))));
    }

    private BencodeValue outer(BencodeValue info) {
        var outer = new TreeMap<String, BencodeValue>();
        outer.put("info", info);
        if (!announces.isEmpty()) {
            outer.put("announce", BencodeValue.of(announces.getFirst().toString()));
        }
        if (announces.size() > 1) {
            outer.put("announce-list", new BencodeValue.Sequence(announces.stream()
                    .map(tracker -> strings(List.of(tracker.toString()))).toList()));
        }
        if (!webSeeds.isEmpty()) {
            outer.put("url-list", strings(webSeeds.stream().map(URI::toString).toList()));
        }
        if (!comment.isEmpty()) {
            outer.put("comment", BencodeValue.of(comment));
        }
        return Bencode.dictionary(outer);
    }

    private static BencodeValue strings(List<String> texts) {
        return new BencodeValue.Sequence(
                texts.stream().<BencodeValue>map(BencodeValue::of).toList());
    }
}
