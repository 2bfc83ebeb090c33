package org.gridtorrent.engine.wire;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.metainfo.Bencode;
import org.gridtorrent.metainfo.BencodeValue;
import org.gridtorrent.metainfo.MetainfoException;

/**
 * What peers tell each other in BEP 10's message 0.
 *
 * @param client the program's name and version ({@code v}), cleaned for people to read
 * @param requests how many requests it lets wait ({@code reqq})
 * @param port where it listens ({@code p}); 0 when unknown
 */
public record ExtensionHandshake(Optional<String> client, Optional<Integer> requests, int port) {
    public static final int ID = 0;
    private static final int MAX_CLIENT = 60;

    public static ExtensionHandshake parse(byte[] payload) throws ProtocolException {
        try {
            if (!(Bencode.decodePrefix(payload).value() instanceof BencodeValue.Dictionary told)) {
                throw new ProtocolException("an extension handshake that is no dictionary");
            }
            return new ExtensionHandshake(
                    told.text("v").flatMap(BencodeValue.Text::utf8)
                            .map(ExtensionHandshake::readable),
                    told.integer("reqq").filter(count -> count > 0 && count <= Integer.MAX_VALUE)
                            .map(Long::intValue),
                    told.integer("p").filter(port -> port > 0 && port < 65536).orElse(0L)
                            .intValue());
        } catch (MetainfoException e) {
            throw new ProtocolException("an extension handshake that is not bencoded: "
                    + e.getMessage());
        }
    }

    public PeerMessage message() {
        var entries = new HashMap<String, BencodeValue>();
        entries.put("m", Bencode.dictionary(Map.of()));
        client.ifPresent(name -> entries.put("v", BencodeValue.of(name)));
        requests.ifPresent(count -> entries.put("reqq", BencodeValue.of(count.longValue())));
        if (port > 0) {
            entries.put("p", BencodeValue.of(port));
        }
        return new PeerMessage.Extended(ID, Bencode.encode(Bencode.dictionary(entries)));
    }

    private static String readable(String name) {
        String clean = name.replaceAll("[^\\p{L}\\p{N} ._/()+-]", "?");
        return clean.length() > MAX_CLIENT ? clean.substring(0, MAX_CLIENT) : clean;
    }
}
