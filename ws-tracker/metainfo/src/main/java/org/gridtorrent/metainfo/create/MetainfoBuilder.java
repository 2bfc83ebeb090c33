package org.gridtorrent.metainfo.create;

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
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.gridtorrent.metainfo.DisplayText;
import org.gridtorrent.metainfo.FileChecksum;
import org.gridtorrent.metainfo.HashAlgorithm;
import org.gridtorrent.metainfo.HashProgress;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoException;
import org.gridtorrent.metainfo.bencode.Bencode;
import org.gridtorrent.metainfo.bencode.BencodeValue;
import org.gridtorrent.metainfo.reason.ReasonCode;
import org.gridtorrent.metainfo.reason.TaskReason;

/**
 * Builder of a metainfo from a file or folder in place: walks, hashes, encodes (BEP 3).
 *
 * <p>The same files give the same bytes: nothing of the machine or the time goes in. Not thread-safe.
 */
public final class MetainfoBuilder {
    private static final int TARGET_PIECE_COUNT = 2_000;
    private static final int MIN_CHOSEN_PIECE_LENGTH = 256 * 1024;
    private static final int MAX_CHOSEN_PIECE_LENGTH = 16 * 1024 * 1024;
    private static final int MAX_CHECKSUMS = 20_000;

    private final Path root;
    private final List<URI> announces = new ArrayList<>();
    private final List<URI> webSeeds = new ArrayList<>();
    private String comment = "";
    private String source = "";
    private int pieceLength;
    private boolean isPrivate;
    private HashProgress progress = HashProgress.NONE;
    private boolean padded;
    private boolean hasChecksums;
    private List<PreviousHashes> previousHashes = List.of();
    private InstantSource clock = InstantSource.system();
    private boolean skipLinks;
    private int maxEncodedLength = Metainfo.MAX_ENCODED_LENGTH;

    /**
     * A metainfo, and the directory below which its files are.
     *
     * @param stamps of the files before they were hashed, by index in the metainfo, for {@link
     * PreviousHashes}
     * @param reusedBytes bytes of pieces whose hashes were reused
     */
    public record Built(Metainfo metainfo, Path directory, SourceTree tree,
            Map<Integer, SourceStamp> stamps, long reusedBytes) {

        /** Empty folders, which a metainfo cannot hold: to be reported to the user. */
        public List<Path> emptyFolders() {
            return tree.emptyFolders();
        }

        /** Links that were left out, as {@link #skipLinks} asked. */
        public List<Path> skippedLinks() {
            return tree.skippedLinks();
        }

        /** Throws when a file was changed since it was hashed. */
        public void checkUnchanged() throws IOException, MetainfoException {
            for (SourceFile file : tree.files()) {
                file.checkUnchanged();
            }
        }
    }

    public MetainfoBuilder(Path root) {
        this.root = root.toAbsolutePath().normalize();
    }

    /** Sets the piece length in bytes: a power of two from 16 KiB to 128 MiB. Chosen by default. */
    public MetainfoBuilder pieceLength(int bytes) {
        if (bytes < Metainfo.MIN_PIECE_LENGTH || bytes > Metainfo.MAX_PIECE_LENGTH
                || Integer.bitCount(bytes) != 1) {
            throw new IllegalArgumentException(
                    "the piece length " + bytes + " is no power of two from 16 KiB to 128 MiB");
        }
        pieceLength = bytes;
        return this;
    }

    /** Allows peers from the content's own trackers only (BEP 27). */
    public MetainfoBuilder privateTorrent(boolean only) {
        isPrivate = only;
        return this;
    }

    /** Adds a tracker; each is a tier of its own (BEP 12), tried in the order they were added. */
    public MetainfoBuilder announce(URI tracker) {
        announces.add(tracker);
        return this;
    }

    /** Adds a web seed (BEP 19). */
    public MetainfoBuilder webSeed(URI address) {
        webSeeds.add(address);
        return this;
    }

    /**
     * Adds the key {@code source} to the info dictionary: the same files from another source have another
     * info-hash. Not in a BEP, but common among private trackers.
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
     * Puts padding (BEP 47) between files: when a file changes its length in a next version, most others
     * keep their pieces.
     */
    public MetainfoBuilder padded(boolean padding) {
        padded = padding;
        return this;
    }

    /**
     * Adds each file's SHA-256 ({@link FileChecksum}), unless there are more than {@value #MAX_CHECKSUMS} files:
     * the metainfo would become too long.
     */
    public MetainfoBuilder checksums(boolean wanted) {
        hasChecksums = wanted;
        return this;
    }

    /** Reuses hashes, and the piece length, of that content which has most bytes in common. */
    public MetainfoBuilder previousHashes(List<PreviousHashes> contents) {
        previousHashes = List.copyOf(contents);
        return this;
    }

    /** Leaves out links that lead elsewhere than to a file inside, which are refused otherwise. */
    public MetainfoBuilder skipLinks(boolean skip) {
        skipLinks = skip;
        return this;
    }

    /** Sets how many bytes the encoded metainfo may have: what its receiver takes. */
    public MetainfoBuilder maxEncodedLength(int bytes) {
        maxEncodedLength = bytes;
        return this;
    }

    /** Sets the clock by which a file counts as changed just now. */
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
     * Checks whether everything can be published, without reading a byte; returns the empty folders.
     *
     * @throws MetainfoException as {@link #build}
     */
    public List<Path> check() throws IOException, MetainfoException {
        return plan().tree.emptyFolders();
    }

    /**
     * Hashes the files and builds the metainfo; interrupting the calling thread cancels.
     *
     * <p>Whatever can be refused is refused before the first byte is read: hashing may take hours.
     *
     * @throws MetainfoException when something cannot be published: an unsafe name, a link that leads
     * outside, a special file, a file that changed while it was read, no bytes. The message names it.
     * @throws IOException when something cannot be read
     */
    public Built build() throws IOException, MetainfoException, InterruptedException {
        Plan plan = plan();
        PreviousHashes.Lookup lookup = plan.previous
                .filter(one -> one.pieceLength() == plan.pieceLength)
                .map(one -> one.lookup(plan.entries, plan.stamps)).orElse(null);
        FileHasher fileHasher = takesChecksums(plan)
                ? new FileHasher(plan.entries, lookup, FileHasher.WINDOW)
                : null;
        PieceHasher hasher = new PieceHasher(plan.entries, plan.pieceLength, lookup, fileHasher,
                progress);
        byte[] hashes = hasher.hash();
        Metainfo metainfo = metainfo(plan, hashes,
                fileHasher == null ? Map.of() : fileHasher.checksums());
        Path parent = root.getParent();
        return new Built(metainfo, parent == null ? root : parent, plan.tree,
                byIndex(plan.entries, plan.stamps), hasher.reusedBytes());
    }

    private boolean takesChecksums(Plan plan) {
        return hasChecksums && plan.tree.files().size() <= MAX_CHECKSUMS;
    }

    /** What will be hashed, into pieces of which length. */
    private record Plan(SourceTree tree, List<Optional<SourceStamp>> stamps,
            Optional<PreviousHashes> previous, List<SourceEntry> entries, int pieceLength) {
        int pieceCount() {
            long total = entries.stream().mapToLong(SourceEntry::length).sum();
            return Math.toIntExact(Math.ceilDiv(total, pieceLength));
        }
    }

    /** Refuses what no hash can change: the metainfo is parsed once with hashes of zeros. */
    private Plan plan() throws IOException, MetainfoException {
        SourceTree tree = SourceTree.walk(root, skipLinks);
        List<Optional<SourceStamp>> stamps = stamps(tree);
        Optional<PreviousHashes> previous = mostSimilar(tree, stamps);
        int length = pieceLength(totalLength(tree), previous);
        List<SourceEntry> entries = padded && !tree.isSingleFile()
                ? SourceEntry.withPadding(tree.files(), length)
                : SourceEntry.withoutPadding(tree.files());
        checkPieceCount(entries, length);
        Plan plan = new Plan(tree, stamps, previous, entries, length);
        var _ = metainfo(plan, new byte[plan.pieceCount() * Metainfo.HASH_LENGTH],
                takesChecksums(plan) ? zeroChecksums(entries) : Map.of());
        return plan;
    }

    private static Map<Integer, FileChecksum> zeroChecksums(List<SourceEntry> entries) {
        FileChecksum zeros = FileChecksum.of(new byte[HashAlgorithm.SHA_256.length()]);
        return IntStream.range(0, entries.size())
                .filter(entry -> entries.get(entry).file().isPresent()).boxed()
                .collect(Collectors.toMap(entry -> entry, _ -> zeros));
    }

    private Metainfo metainfo(Plan plan, byte[] hashes, Map<Integer, FileChecksum> checksums)
            throws MetainfoException {
        byte[] encoded = Bencode.encode(outer(info(plan.tree, plan.entries, plan.pieceLength,
                hashes, checksums)));
        if (encoded.length > maxEncodedLength) {
            throw new MetainfoException(("%s has %,d files, whose names and hashes take %,d bytes;"
                    + " at most %,d are possible. Publish parts of it, or pack small files into"
                    + " archives").formatted(DisplayText.escape(root.toString()),
                            plan.tree.files().size(), encoded.length, maxEncodedLength));
        }
        return Metainfo.parse(encoded);
    }

    private List<Optional<SourceStamp>> stamps(SourceTree tree) throws IOException {
        List<Optional<SourceStamp>> stamps = new ArrayList<>();
        Instant now = clock.instant();
        for (SourceFile file : tree.files()) {
            stamps.add(SourceStamp.of(file.file(), now));
        }
        return stamps;
    }

    private static Map<Integer, SourceStamp> byIndex(List<SourceEntry> entries,
            List<Optional<SourceStamp>> stamps) {
        Map<Integer, SourceStamp> byIndex = new HashMap<>();
        int next = 0;
        for (int entry = 0; entry < entries.size(); entry++) {
            if (entries.get(entry).file().isPresent()) {
                int index = entry;
                stamps.get(next++).ifPresent(stamp -> byIndex.put(index, stamp));
            }
        }
        return Map.copyOf(byIndex);
    }

    private Optional<PreviousHashes> mostSimilar(SourceTree tree,
            List<Optional<SourceStamp>> stamps) {
        return previousHashes.stream()
                .filter(one -> one.unchangedLength(tree.files(), stamps) > 0)
                .max(Comparator.comparingLong(one -> one.unchangedLength(tree.files(), stamps)));
    }

    /** The previous piece length, if it is within a factor of four of what would be chosen. */
    private int pieceLength(long totalLength, Optional<PreviousHashes> previous) {
        if (pieceLength != 0) {
            return pieceLength;
        }
        int chosen = choosePieceLength(totalLength);
        return previous.map(PreviousHashes::pieceLength)
                .filter(kept -> kept <= 4L * chosen && chosen <= 4L * kept).orElse(chosen);
    }

    private static void checkPieceCount(List<SourceEntry> entries, int length)
            throws MetainfoException {
        long total = entries.stream().mapToLong(SourceEntry::length).sum();
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
                    "%s contains no data to publish"
                            .formatted(DisplayText.escape(tree.root().toString())),
                    TaskReason.of(ReasonCode.SOURCE_EMPTY,
                            DisplayText.escape(tree.root().toString())));
        }
        return total;
    }

    private BencodeValue info(SourceTree tree, List<SourceEntry> entries, int length,
            byte[] hashes, Map<Integer, FileChecksum> checksums) {
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
            info.putAll(ofFile(tree.files().getFirst(), Optional.ofNullable(checksums.get(0))));
        } else {
            info.put("files", new BencodeValue.ListValue(
                    IntStream.range(0, entries.size()).mapToObj(index -> entry(entries.get(index),
                            Optional.ofNullable(checksums.get(index)))).toList()));
        }
        return Bencode.dictionary(info);
    }

    private static BencodeValue entry(SourceEntry entry, Optional<FileChecksum> checksum) {
        return entry.file().map(file -> entry(file, checksum))
                .orElseGet(() -> padding(entry.length()));
    }

    private static BencodeValue entry(SourceFile file, Optional<FileChecksum> checksum) {
        List<String> elements = file.path().elements();
        var entry = ofFile(file, checksum);
        entry.put("path", strings(elements.subList(1, elements.size())));
        return Bencode.dictionary(entry);
    }

    private static Map<String, BencodeValue> ofFile(SourceFile file,
            Optional<FileChecksum> checksum) {
        var entry = new TreeMap<String, BencodeValue>();
        entry.put("length", BencodeValue.of(file.length()));
        checksum.ifPresent(
                known -> entry.put(FileChecksum.KEY, BencodeValue.of(known.bytes())));
        if (file.executable()) {
            entry.put("attr", BencodeValue.of("x"));
        }
        return entry;
    }

    /** Padding under the path that BEP 47 recommends. */
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
            outer.put("announce-list", new BencodeValue.ListValue(announces.stream()
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
        return new BencodeValue.ListValue(
                texts.stream().<BencodeValue>map(BencodeValue::of).toList());
    }
}
