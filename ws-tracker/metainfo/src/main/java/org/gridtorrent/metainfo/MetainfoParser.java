package org.gridtorrent.metainfo;

import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.metainfo.address.ServerUri;
import org.gridtorrent.metainfo.bencode.Bencode;
import org.gridtorrent.metainfo.bencode.BencodeException;
import org.gridtorrent.metainfo.bencode.BencodeValue;
import org.gridtorrent.metainfo.bencode.BencodeValue.ByteString;
import org.gridtorrent.metainfo.bencode.BencodeValue.Dictionary;
import org.gridtorrent.metainfo.bencode.BencodeValue.ListValue;
import org.gridtorrent.metainfo.bencode.ForeignFormat;

/** Parser of the outer dictionary of a .torrent file: info-hash, trackers, web seeds, comment. */
final class MetainfoParser {
    /** Addresses that cannot be used and are told of. */
    private static final int MAX_UNUSABLE = 100;

    private MetainfoParser() {}

    static Metainfo parse(byte[] encoded) throws MetainfoException {
        if (encoded.length > Metainfo.MAX_ENCODED_LENGTH) {
            throw new MetainfoException("%d bytes are too many for a metainfo, allowed are %d"
                    .formatted(encoded.length, Metainfo.MAX_ENCODED_LENGTH));
        }
        Bencode.Decoded decoded = decode(encoded);
        if (!(decoded.value() instanceof Dictionary outer)) {
            throw new MetainfoException("a metainfo is a dictionary");
        }
        Dictionary info = outer.dictionary("info")
                .orElseThrow(() -> new MetainfoException("the \"info\" dictionary is missing"));
        byte[] trimmed = decoded.end() == encoded.length
                ? encoded
                : Arrays.copyOf(encoded, decoded.end());
        var unusable = new ArrayList<String>();
        return new Metainfo(trimmed, info.start(), info.end(), InfoParser.parse(info),
                tiers(outer, unusable), List.copyOf(unusable), webSeeds(outer),
                outer.byteString("comment").map(ByteString::toString));
    }

    /** What follows the dictionary, such as a newline or zeros, is dropped. */
    private static Bencode.Decoded decode(byte[] encoded) throws MetainfoException {
        try {
            return Bencode.decodePrefix(encoded);
        } catch (BencodeException e) {
            throw new MetainfoException(ForeignFormat.of(encoded).map(MetainfoParser::foreign)
                    .orElse(String.valueOf(e.getMessage())), e);
        }
    }

    private static String foreign(ForeignFormat format) {
        return "it is " + format.describe() + switch (format) {
            case EMPTY -> "; download the .torrent again";
            case WEB_PAGE ->
                ", not a .torrent; download the .torrent itself, which may need a login";
            case GZIP -> "; unpack it with gunzip first";
            case APPLE_DOUBLE -> "; use the file whose name does not begin with \"._\"";
        };
    }

    /** The list of tiers, where there is one, replaces the single address (BEP 12). */
    private static List<List<URI>> tiers(Dictionary outer, List<String> unusable) {
        var tiers = new ArrayList<List<URI>>();
        for (BencodeValue tier : outer.list("announce-list").orElse(List.of())) {
            List<URI> addresses = addresses(tier, unusable);
            if (!addresses.isEmpty()) {
                tiers.add(addresses);
            }
        }
        if (tiers.isEmpty()) {
            outer.byteString("announce").flatMap(text -> address(text.toString(), unusable))
                    .ifPresent(address -> tiers.add(List.of(address)));
        }
        return List.copyOf(tiers);
    }

    /** One address or a list of them (BEP 19). */
    private static List<URI> webSeeds(Dictionary outer) {
        return outer.get("url-list").map(MetainfoParser::texts).orElse(List.of()).stream()
                .flatMap(text -> webSeed(text).stream()).distinct().limit(Metainfo.MAX_WEB_SEEDS)
                .toList();
    }

    private static List<URI> addresses(BencodeValue value, List<String> unusable) {
        return texts(value).stream().flatMap(text -> address(text, unusable).stream()).toList();
    }

    private static List<String> texts(BencodeValue value) {
        List<BencodeValue> items = value instanceof ListValue(var list) ? list : List.of(value);
        return items.stream().filter(ByteString.class::isInstance).map(Object::toString)
                .toList();
    }

    /** The address; empty if it cannot be used, or has a host name that {@link URI} does not know. */
    static Optional<URI> webSeed(String text) {
        return address(text, new ArrayList<>()).filter(uri -> uri.getHost() != null);
    }

    /** The address; empty if it cannot be used, which is said in the list then, unless it is blank. */
    static Optional<URI> address(String text, List<String> unusable) {
        try {
            return text.isBlank() ? Optional.empty() : Optional.of(ServerUri.parse(text));
        } catch (IllegalArgumentException e) {
            if (unusable.size() < MAX_UNUSABLE) {
                unusable.add("\"%s\" %s".formatted(DisplayText.escape(text), e.getMessage()));
            }
            return Optional.empty();
        }
    }
}
