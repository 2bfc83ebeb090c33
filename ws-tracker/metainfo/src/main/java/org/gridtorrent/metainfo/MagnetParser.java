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
 * <p>Links come from anywhere, often damaged on their way, so only what names the content ({@code xt}) is refused:
 * none, a malformed one, or two contents. Any other part that cannot be used or exceeds its limit is left out.
 *
 * <p>Tolerated: blanks around the link and line breaks in it, an info-hash alone, a link that is percent-encoded as a
 * whole, ampersands as HTML writes them, a percent sign without two digits, and Latin-1 in place of UTF-8.
 */
final class MagnetParser {
    static final int MAX_LENGTH = 64 * 1024;
    static final int MAX_TRACKERS = 100;
    static final int MAX_PEERS = 100;
    static final int MAX_RANGES = 1000;
    static final int MAX_NAME_LENGTH = 500;
    /** Multihash prefix of a SHA-256 of 32 bytes. */
    static final String SHA_256_PREFIX = "1220";

    private static final Pattern LINE_BREAKS = Pattern.compile("[\\t\\r\\n]");
    private static final Pattern BLANKS = Pattern.compile("\\s+");
    private static final Pattern BARE_HASH = Pattern
            .compile("[0-9a-fA-F]{40}|[0-9a-fA-F]{64}|[a-zA-Z2-7]{32}");
    private static final Pattern FORM = Pattern.compile("magnet:/*\\?(.*)",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    private static final Pattern ENCODED_FORM = Pattern.compile("magnet(?:%3a.*|:/*%3f.*)",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    /** An ampersand, also as HTML writes it. */
    private static final Pattern AMPERSAND = Pattern.compile("&(?:amp;|#38;)*",
            Pattern.CASE_INSENSITIVE);
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
    private final List<String> unusableTrackers = new ArrayList<>();

    private MagnetParser() {}

    static boolean isMagnetLink(String text) {
        String link = text.strip();
        return BARE_HASH.matcher(link).matches() || link.regionMatches(true, 0, "magnet:", 0, 7)
                || ENCODED_FORM.matcher(link).matches();
    }

    static MagnetLink parse(String text) throws MetainfoException {
        if (text.length() > MAX_LENGTH) {
            throw new MetainfoException("a magnet link of %d letters is too long, allowed are %d"
                    .formatted(text.length(), MAX_LENGTH));
        }
        Matcher form = FORM.matcher(plain(LINE_BREAKS.matcher(text.strip()).replaceAll("")));
        if (!form.matches()) {
            throw new MetainfoException("a magnet link begins with magnet:?");
        }
        MagnetParser parser = new MagnetParser();
        for (String parameter : AMPERSAND.split(form.group(1), -1)) {
            int equals = parameter.indexOf('=');
            if (equals > 0) {
                parser.take(parameter.substring(0, equals).strip().toLowerCase(Locale.ROOT),
                        parameter.substring(equals + 1).strip());
            }
        }
        return parser.link();
    }

    private static String plain(String text) {
        if (BARE_HASH.matcher(text).matches()) {
            boolean isV2 = text.length() == 2 * InfoHash.V2_LENGTH;
            return "magnet:?xt=" + (isV2 ? V2 + SHA_256_PREFIX : V1) + text;
        }
        return ENCODED_FORM.matcher(text).matches() ? unescape(text, false) : text;
    }

    private MagnetLink link() throws MetainfoException {
        if (v1 == null) {
            throw new MetainfoException(v2 == null
                    ? "the magnet link names no content of BitTorrent (xt=urn:btih:…)"
                    : InfoParser.V2_ONLY);
        }
        return new MagnetLink(v1, Optional.ofNullable(v2), Optional.ofNullable(name),
                List.copyOf(trackers), List.copyOf(webSeeds), List.copyOf(peers), selection,
                unusableTrackers);
    }

    private void take(String key, String value) throws MetainfoException {
        switch (NUMBER.matcher(key).replaceFirst("")) {
            case "xt" -> topic(BLANKS.matcher(unescape(value, false)).replaceAll(""));
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

    private void name(String told) {
        int length = Math.min(told.length(), MAX_NAME_LENGTH);
        name = told.isBlank() ? null : DisplayText.escape(told.substring(0, length));
    }

    private void tracker(String address) {
        if (trackers.size() < MAX_TRACKERS) {
            MetainfoParser.address(address, unusableTrackers).ifPresent(trackers::add);
        }
    }

    private void webSeed(String address) {
        if (webSeeds.size() < Metainfo.MAX_WEB_SEEDS) {
            MetainfoParser.webSeed(address).ifPresent(webSeeds::add);
        }
    }

    /** Leaves out host names: a link must not make this machine query the name service. */
    private void peer(String address) {
        Matcher parts = PEER.matcher(address);
        int port = parts.matches() ? Integer.parseInt(parts.group(2)) : 0;
        if (port < 1 || port > 65535 || peers.size() == MAX_PEERS) {
            return;
        }
        try {
            String host = parts.group(1).replaceAll("[\\[\\]]", "");
            peers.add(new InetSocketAddress(InetAddress.ofLiteral(host), port));
        } catch (IllegalArgumentException e) {
            return; // no address
        }
    }

    /** Too many ranges count as none: all files rather than some of the wanted ones. */
    private void selection(String ranges) {
        String[] all = ranges.split(",", MAX_RANGES + 1);
        if (selection.size() + all.length > MAX_RANGES) {
            selection.clear();
            return;
        }
        for (String range : all) {
            Matcher ends = RANGE.matcher(range.strip());
            if (ends.matches()) {
                int first = Integer.parseInt(ends.group(1));
                int last = ends.group(2) == null ? first : Integer.parseInt(ends.group(2));
                if (first <= last) {
                    selection.add(new IndexRange(first, last));
                }
            }
        }
    }

    /**
     * Decodes percent-encoding, to UTF-8 or else Latin-1. A percent sign without two digits stays; in names a plus is a
     * space, as web forms write it.
     */
    private static String unescape(String text, boolean plusIsSpace) {
        var bytes = new ByteArrayOutputStream(text.length());
        byte[] raw = text.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < raw.length; i++) {
            int escaped = raw[i] == '%' ? hexByte(raw, i + 1) : -1;
            if (escaped >= 0) {
                bytes.write(escaped);
                i += 2;
            } else {
                bytes.write(plusIsSpace && raw[i] == '+' ? ' ' : raw[i]);
            }
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
        } catch (CharacterCodingException e) {
            return bytes.toString(StandardCharsets.ISO_8859_1);
        }
    }

    /** The byte of two hexadecimal digits; -1 if these are none. */
    private static int hexByte(byte[] raw, int at) {
        int high = at + 1 < raw.length ? Character.digit(raw[at], 16) : -1;
        int low = at + 1 < raw.length ? Character.digit(raw[at + 1], 16) : -1;
        return high < 0 || low < 0 ? -1 : high << 4 | low;
    }
}
