package org.gridtorrent.metainfo;

import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gridtorrent.metainfo.MagnetLink.IndexRange;
import org.jspecify.annotations.Nullable;

/**
 * Parser of one magnet link (BEP 9, BEP 53), for one use.
 *
 * <p>Links come from anywhere, so each part has its limit. Ignored: unknown parameters, trackers and web seeds that are
 * no URI, peers given by name. Refused: links that contradict themselves or exceed a limit.
 */
final class MagnetParser {
    static final int MAX_LENGTH = 64 * 1024;
    static final int MAX_TRACKERS = 100;
    static final int MAX_PEERS = 100;
    static final int MAX_RANGES = 1000;
    static final int MAX_NAME_LENGTH = 500;
    /** Multihash prefix of a SHA-256 of 32 bytes. */
    static final String SHA_256_PREFIX = "1220";

    private static final String V1 = "urn:btih:";
    private static final String V2 = "urn:btmh:";
    /** Repeated parameters may be numbered: {@code tr.1}, {@code xt.2}. */
    private static final Pattern NUMBER = Pattern.compile("\\.\\d{1,4}$");
    private static final Pattern PEER = Pattern.compile("(\\[[^\\]]+\\]|[^:\\[\\]]+):(\\d{1,5})");
    private static final Pattern RANGE = Pattern.compile("(\\d{1,9})(?:-(\\d{1,9}))?");

    private @Nullable InfoHash v1;
    private @Nullable InfoHash v2;
    private @Nullable String name;
    private final Set<URI> trackers = new LinkedHashSet<>();
    private final Set<URI> webSeeds = new LinkedHashSet<>();
    private final Set<InetSocketAddress> peers = new LinkedHashSet<>();
    private final List<IndexRange> selection = new ArrayList<>();

    private MagnetParser() {}

    static MagnetLink parse(String text) throws MetainfoException {
        if (!MagnetLink.isMagnetLink(text)
                || !text.startsWith("?", MagnetLink.SCHEME.length())) {
            throw new MetainfoException("a magnet link begins with magnet:?");
        }
        if (text.length() > MAX_LENGTH) {
            throw new MetainfoException("a magnet link of %d letters is too long, allowed are %d"
                    .formatted(text.length(), MAX_LENGTH));
        }
        MagnetParser parser = new MagnetParser();
        for (String parameter : text.substring(MagnetLink.SCHEME.length() + 1).split("&", -1)) {
            int equals = parameter.indexOf('=');
            if (equals > 0) {
                parser.take(parameter.substring(0, equals).toLowerCase(Locale.ROOT),
                        parameter.substring(equals + 1));
            }
        }
        return parser.link();
    }

    private MagnetLink link() throws MetainfoException {
        if (v1 == null) {
            throw new MetainfoException(v2 == null
                    ? "the magnet link names no content of BitTorrent (xt=urn:btih:…)"
                    : InfoParser.V2_ONLY);
        }
        return new MagnetLink(v1, Optional.ofNullable(v2), Optional.ofNullable(name),
                List.copyOf(trackers), List.copyOf(webSeeds), List.copyOf(peers), selection);
    }

    private void take(String key, String value) throws MetainfoException {
        switch (NUMBER.matcher(key).replaceFirst("")) {
            case "xt" -> topic(unescape(value, false));
            case "dn" -> name(unescape(value, true));
            case "tr" -> tracker(unescape(value, false));
            case "ws" -> webSeed(unescape(value, false));
            case "x.pe" -> peer(unescape(value, false));
            case "so" -> selection(unescape(value, false));
            default -> {
                // Sources and keywords of other networks.
            }
        }
    }

    private void topic(String topic) throws MetainfoException {
        if (topic.regionMatches(true, 0, V1, 0, V1.length())) {
            v1 = once(v1, hash(topic.substring(V1.length()), InfoHash.V1_LENGTH));
        } else if (topic.regionMatches(true, 0, V2, 0, V2.length())) {
            String multihash = topic.substring(V2.length());
            if (!multihash.startsWith(SHA_256_PREFIX)) {
                throw new MetainfoException(
                        "the magnet link's urn:btmh is of a kind that BitTorrent does not have");
            }
            v2 = once(v2, hash(multihash.substring(SHA_256_PREFIX.length()), InfoHash.V2_LENGTH));
        }
    }

    private static InfoHash hash(String text, int length) throws MetainfoException {
        try {
            InfoHash hash = length == InfoHash.V1_LENGTH && text.length() != 2 * length
                    ? InfoHash.ofBase32(text)
                    : InfoHash.ofHex(text);
            if (hash.bytes().length == length) {
                return hash;
            }
        } catch (IllegalArgumentException e) {
            throw new MetainfoException(noHash(text), e);
        }
        throw new MetainfoException(noHash(text));
    }

    private static String noHash(String text) {
        return "the magnet link's \"%s\" is no info-hash".formatted(DisplayText.escape(text));
    }

    private static InfoHash once(@Nullable InfoHash before, InfoHash now)
            throws MetainfoException {
        if (before != null && !before.equals(now)) {
            throw new MetainfoException("the magnet link names two contents, %s and %s"
                    .formatted(before, now));
        }
        return now;
    }

    private void name(String told) throws MetainfoException {
        if (told.length() > MAX_NAME_LENGTH) {
            throw new MetainfoException("the magnet link's name has %d letters, allowed are %d"
                    .formatted(told.length(), MAX_NAME_LENGTH));
        }
        name = told.isBlank() ? null : DisplayText.escape(told);
    }

    private void tracker(String address) throws MetainfoException {
        Optional<URI> uri = MetainfoParser.address(address);
        if (uri.isPresent() && trackers.add(uri.get())) {
            checkCount("trackers", trackers.size(), MAX_TRACKERS);
        }
    }

    private void webSeed(String address) throws MetainfoException {
        Optional<URI> uri = MetainfoParser.address(address);
        if (uri.isPresent() && webSeeds.add(uri.get())) {
            checkCount("web seeds", webSeeds.size(), Metainfo.MAX_WEB_SEEDS);
        }
    }

    private void peer(String address) throws MetainfoException {
        Matcher parts = PEER.matcher(address);
        int port = parts.matches() ? Integer.parseInt(parts.group(2)) : 0;
        if (port < 1 || port > 65535) {
            throw new MetainfoException("the magnet link's peer \"%s\" is not HOST:PORT"
                    .formatted(DisplayText.escape(address)));
        }
        try {
            String host = parts.group(1).replaceAll("[\\[\\]]", "");
            peers.add(new InetSocketAddress(InetAddress.ofLiteral(host), port));
        } catch (IllegalArgumentException e) {
            return; // a host name: a link must not make this machine query the name service
        }
        checkCount("peers", peers.size(), MAX_PEERS);
    }

    private void selection(String ranges) throws MetainfoException {
        for (String range : ranges.split(",", -1)) {
            Matcher ends = RANGE.matcher(range);
            if (!ends.matches()) {
                throw noRange(range);
            }
            int first = Integer.parseInt(ends.group(1));
            int last = ends.group(2) == null ? first : Integer.parseInt(ends.group(2));
            if (last < first) {
                throw noRange(range);
            }
            selection.add(new IndexRange(first, last));
            checkCount("ranges of files", selection.size(), MAX_RANGES);
        }
    }

    private static MetainfoException noRange(String range) {
        return new MetainfoException("the magnet link's \"%s\" is no range of files (so=0,2,5-7)"
                .formatted(DisplayText.escape(range)));
    }

    private static void checkCount(String what, int count, int limit) throws MetainfoException {
        if (count > limit) {
            throw new MetainfoException(
                    "the magnet link has more than %d %s".formatted(limit, what));
        }
    }

    /** Percent-encoded UTF-8; in names a plus is a space, as web forms write it. */
    private static String unescape(String text, boolean plusIsSpace) throws MetainfoException {
        var bytes = new ByteArrayOutputStream(text.length());
        byte[] raw = text.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < raw.length; i++) {
            if (raw[i] == '%') {
                bytes.write(hexByte(raw, i));
                i += 2;
            } else {
                bytes.write(plusIsSpace && raw[i] == '+' ? ' ' : raw[i]);
            }
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new MetainfoException("the magnet link is not UTF-8: \"%s\""
                    .formatted(DisplayText.escape(text)), e);
        }
    }

    private static int hexByte(byte[] raw, int at) throws MetainfoException {
        int high = at + 2 < raw.length ? Character.digit(raw[at + 1], 16) : -1;
        int low = at + 2 < raw.length ? Character.digit(raw[at + 2], 16) : -1;
        if (high < 0 || low < 0) {
            throw new MetainfoException("the magnet link has a % that no two hexadecimal digits "
                    + "follow");
        }
        return high << 4 | low;
    }
}
