package org.gridtorrent.mdtp.metalink;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import org.gridtorrent.mdtp.checksum.Checksum;
import org.gridtorrent.mdtp.checksum.HashType;
import org.gridtorrent.mdtp.checksum.PieceHashes;
import org.gridtorrent.mdtp.http.ReplicaUri;
import org.gridtorrent.metainfo.MetainfoException;
import org.gridtorrent.metainfo.SafePath;

/**
 * Reader of Metalink 4 documents (RFC 5854).
 *
 * <p>Ignored: foreign elements, elements that do not help to fetch a file (signatures, torrents), hashes that
 * are not of a {@link HashType}, and addresses that cannot be a replica's. Refused: malformed XML, a DOCTYPE,
 * unsafe or doubled file names, malformed sizes and hashes, a number of piece hashes that does not fit the
 * size, and whatever exceeds a limit.
 */
public final class MetalinkReader {

    /** Bytes of a document. */
    public static final int MAX_LENGTH = 32 << 20;

    private static final int MAX_FILES = 100_000;
    private static final int MAX_URLS = 1_000;
    private static final int MAX_PIECES = 400_000;
    private static final long MAX_SIZE = 1L << 60;
    private static final String METALINK_3_NAMESPACE = "http://www.metalinker.org/";
    private static final URI NO_BASE = URI.create("");

    /** Address as the document has it; relative until the base of the whole document is known. */
    private record Link(URI reference, int priority, Optional<String> location) {}

    /** File as the document has it. */
    private static final class ListedFile {
        final SafePath path;
        final Map<HashType, Checksum> checksums = new EnumMap<>(HashType.class);
        final List<Link> links = new ArrayList<>();
        OptionalLong length = OptionalLong.empty();
        Optional<PieceHashes> pieces = Optional.empty();
        int urls;

        ListedFile(SafePath path) {
            this.path = path;
        }

        MetalinkFile resolved(URI base) {
            return new MetalinkFile(path, length, List.copyOf(checksums.values()), pieces,
                    links.stream().flatMap(link -> url(link, base)).toList());
        }

        private static Stream<MetalinkUrl> url(Link link, URI base) {
            try {
                URI uri = ReplicaUri.parse(resolve(base, link.reference).toString());
                return Stream.of(new MetalinkUrl(uri, link.priority, link.location));
            } catch (IllegalArgumentException e) {
                return Stream.empty(); // of a scheme that is not fetched, or of none
            }
        }
    }

    private final ElementCursor xml;
    private final List<ListedFile> files = new ArrayList<>();
    private URI origin = NO_BASE;
    private int pieceCount;

    private MetalinkReader(ElementCursor xml) {
        this.xml = xml;
    }

    /** Parses a document that lies on disk. Its relative addresses are resolved against its origin. */
    public static Metalink parse(byte[] document) throws MetalinkException {
        return parse(document, NO_BASE);
    }

    /** Parses a document that was fetched from this address. Its relative addresses are resolved against it. */
    public static Metalink parse(byte[] document, URI address) throws MetalinkException {
        if (document.length > MAX_LENGTH) {
            throw new MetalinkException("it has %,d bytes, allowed are %,d"
                    .formatted(document.length, MAX_LENGTH));
        }
        return new MetalinkReader(new ElementCursor(document)).document(address);
    }

    private Metalink document(URI address) throws MetalinkException {
        requireMetalink4();
        URI base = base(address);
        while (xml.nextChild()) {
            switch (element()) {
                case "file" -> file(base);
                case "origin" -> origin = reference(xml.text(ReplicaUri.MAX_LENGTH))
                        .map(uri -> resolve(base, uri)).orElse(origin);
                default -> xml.skip();
            }
        }
        xml.end();
        if (files.isEmpty()) {
            throw xml.malformed("it lists no file");
        }
        try {
            SafePath.requireDistinct(files.stream().map(file -> file.path).toList());
        } catch (MetainfoException e) {
            throw new MetalinkException(String.valueOf(e.getMessage()));
        }
        return new Metalink(files.stream().map(file -> file.resolved(origin)).toList());
    }

    private void requireMetalink4() throws MetalinkException {
        if (xml.namespace().equals(METALINK_3_NAMESPACE)) {
            throw new MetalinkException(
                    "it is a Metalink of version 3; only version 4 (RFC 5854, .meta4) is read");
        }
        if (!element().equals("metalink")) {
            throw xml.malformed("it is no Metalink: the outermost element is " + xml.name());
        }
    }

    /** Name of the element; empty if it is a foreign one. */
    private String element() {
        return xml.namespace().equals(Metalink.NAMESPACE) ? xml.name() : "";
    }

    /** Base of the addresses in this element (XML Base). */
    private URI base(URI outer) {
        return xml.attribute(XMLConstants.XML_NS_URI, "base").flatMap(MetalinkReader::reference)
                .map(uri -> resolve(outer, uri)).orElse(outer);
    }

    private void file(URI outer) throws MetalinkException {
        if (files.size() == MAX_FILES) {
            throw xml.malformed("it lists more than %d files".formatted(MAX_FILES));
        }
        URI base = base(outer);
        ListedFile file = new ListedFile(path());
        while (xml.nextChild()) {
            switch (element()) {
                case "size" -> size(file);
                case "hash" -> hash(file);
                case "pieces" -> pieces(file);
                case "url" -> url(file, base);
                default -> xml.skip();
            }
        }
        if (file.length.isPresent() && file.pieces.isPresent()
                && !file.pieces.get().covers(file.length.getAsLong())) {
            throw xml.malformed("%d piece hashes of %d bytes do not fit a file of %d bytes"
                    .formatted(file.pieces.get().hashes().size(),
                            file.pieces.get().pieceLength(), file.length.getAsLong()));
        }
        files.add(file);
    }

    private SafePath path() throws MetalinkException {
        String name = xml.attribute("name")
                .orElseThrow(() -> xml.malformed("a file has no name"));
        try {
            return SafePath.parse(name);
        } catch (MetainfoException e) {
            throw xml.malformed(String.valueOf(e.getMessage()));
        }
    }

    private void size(ListedFile file) throws MetalinkException {
        if (file.length.isPresent()) {
            throw xml.malformed("a file has two sizes");
        }
        String text = xml.text(100);
        file.length = OptionalLong.of(number(text)
                .orElseThrow(() -> xml.malformed("\"%s\" is no size".formatted(text))));
    }

    private void hash(ListedFile file) throws MetalinkException {
        Optional<HashType> type = xml.attribute("type").flatMap(HashType::named);
        if (type.isEmpty()) {
            xml.skip();
            return;
        }
        Checksum checksum = new Checksum(type.get(), digest(type.get()));
        if (file.checksums.put(type.get(), checksum) != null) {
            throw xml.malformed("a file has two hashes of type " + type.get().textualName());
        }
    }

    private void pieces(ListedFile file) throws MetalinkException {
        Optional<HashType> type = xml.attribute("type").flatMap(HashType::named);
        if (type.isEmpty()) {
            xml.skip();
            return;
        }
        String text = xml.attribute("length").orElse("");
        long length = number(text).filter(number -> number > 0)
                .orElseThrow(() -> xml.malformed("\"%s\" is no length of pieces".formatted(text)));
        List<byte[]> hashes = new ArrayList<>();
        while (xml.nextChild()) {
            if (!element().equals("hash")) {
                xml.skip();
                continue;
            }
            if (++pieceCount > MAX_PIECES) {
                throw xml.malformed("it has more than %d piece hashes".formatted(MAX_PIECES));
            }
            hashes.add(digest(type.get()));
        }
        if (file.pieces.isEmpty() || type.get().compareTo(file.pieces.get().type()) < 0) {
            file.pieces = Optional.of(new PieceHashes(type.get(), length, hashes));
        }
    }

    private byte[] digest(HashType type) throws MetalinkException {
        String digits = xml.text(1_000);
        if (digits.length() != 2 * type.length()
                || !digits.chars().allMatch(HexFormat::isHexDigit)) {
            throw xml.malformed("a %s hash has %d hexadecimal digits, which \"%s\" is not"
                    .formatted(type.textualName(), 2 * type.length(), digits));
        }
        return HexFormat.of().parseHex(digits);
    }

    private void url(ListedFile file, URI base) throws MetalinkException {
        if (++file.urls > MAX_URLS) {
            throw xml.malformed("a file has more than %d addresses".formatted(MAX_URLS));
        }
        int priority = MetalinkUrl.priority(xml.attribute("priority").orElse(""));
        Optional<String> location = xml.attribute("location")
                .map(country -> country.toLowerCase(Locale.ROOT))
                .filter(MetalinkUrl::isLocation);
        URI inner = base(base);
        reference(xml.text(ReplicaUri.MAX_LENGTH)).ifPresent(uri -> file.links
                .add(new Link(resolve(inner, uri), priority, location)));
    }

    /** Decimal number of at most {@link #MAX_SIZE}. */
    private static Optional<Long> number(String text) {
        if (text.isEmpty() || text.length() > 19
                || !text.chars().allMatch(digit -> digit >= '0' && digit <= '9')) {
            return Optional.empty();
        }
        try {
            return Optional.of(Long.parseLong(text)).filter(number -> number <= MAX_SIZE);
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static Optional<URI> reference(String text) {
        try {
            return Optional.of(new URI(text));
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    /** Resolves a reference (RFC 3986, 5.2); java.net.URI fails where the base has no path. */
    private static URI resolve(URI base, URI reference) {
        boolean isBareHost = base.getRawAuthority() != null && base.getRawPath().isEmpty();
        return (isBareHost ? base.resolve("/") : base).resolve(reference);
    }
}
