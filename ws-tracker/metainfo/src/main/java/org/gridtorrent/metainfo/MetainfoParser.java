package org.gridtorrent.metainfo;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.metainfo.bencode.Bencode;
import org.gridtorrent.metainfo.bencode.BencodeException;
import org.gridtorrent.metainfo.bencode.BencodeValue;
import org.gridtorrent.metainfo.bencode.BencodeValue.ByteString;
import org.gridtorrent.metainfo.bencode.BencodeValue.Dictionary;
import org.gridtorrent.metainfo.bencode.BencodeValue.ListValue;

/** Parser of the outer dictionary of a .torrent file: info-hash, trackers, web seeds, comment. */
final class MetainfoParser {
    private MetainfoParser() {}

    static Metainfo parse(byte[] encoded) throws MetainfoException {
        if (encoded.length > Metainfo.MAX_ENCODED_LENGTH) {
            throw new MetainfoException("%d bytes are too many for a metainfo, allowed are %d"
                    .formatted(encoded.length, Metainfo.MAX_ENCODED_LENGTH));
        }
        if (!(decode(encoded) instanceof Dictionary outer)) {
            throw new MetainfoException("a metainfo is a dictionary");
        }
        Dictionary info = outer.dictionary("info")
                .orElseThrow(() -> new MetainfoException("the \"info\" dictionary is missing"));
        return new Metainfo(encoded, info.start(), info.end(), InfoParser.parse(info),
                tiers(outer), webSeeds(outer),
                outer.byteString("comment").map(ByteString::toString));
    }

    private static BencodeValue decode(byte[] encoded) throws MetainfoException {
        try {
            return Bencode.decode(encoded);
        } catch (BencodeException e) {
            throw new MetainfoException(String.valueOf(e.getMessage()), e);
        }
    }

    /** The list of tiers, where there is one, replaces the single address (BEP 12). */
    private static List<List<URI>> tiers(Dictionary outer) {
        var tiers = new ArrayList<List<URI>>();
        for (BencodeValue tier : outer.list("announce-list").orElse(List.of())) {
            List<URI> addresses = addresses(tier);
            if (!addresses.isEmpty()) {
                tiers.add(addresses);
            }
        }
        if (tiers.isEmpty()) {
            outer.byteString("announce").flatMap(MetainfoParser::address)
                    .ifPresent(address -> tiers.add(List.of(address)));
        }
        return List.copyOf(tiers);
    }

    /** One address or a list of them (BEP 19). */
    private static List<URI> webSeeds(Dictionary outer) {
        return outer.get("url-list").map(MetainfoParser::addresses).orElse(List.of()).stream()
                .distinct().limit(Metainfo.MAX_WEB_SEEDS).toList();
    }

    private static List<URI> addresses(BencodeValue value) {
        List<BencodeValue> items = value instanceof ListValue(var list) ? list : List.of(value);
        return items.stream().filter(ByteString.class::isInstance).map(ByteString.class::cast)
                .flatMap(text -> address(text).stream()).toList();
    }

    private static Optional<URI> address(ByteString text) {
        return address(text.toString());
    }

    /** An absolute URI; empty unless it names a host. */
    static Optional<URI> address(String text) {
        try {
            var uri = new URI(text);
            return uri.isAbsolute() && uri.getHost() != null ? Optional.of(uri) : Optional.empty();
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }
}
