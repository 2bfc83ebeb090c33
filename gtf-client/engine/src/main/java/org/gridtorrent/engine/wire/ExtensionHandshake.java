package org.gridtorrent.engine.wire;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.metainfo.bencode.Bencode;
import org.gridtorrent.metainfo.bencode.BencodeException;
import org.gridtorrent.metainfo.bencode.BencodeValue;

/**
 * What peers tell each other in BEP 10's message 0. It may come again: what it does not name stays
 * as it was.
 *
 * @param extensions the ids by which its sender takes their messages ({@code m}); 0: no longer
 * @param client the program's name and version ({@code v}), cleaned for people to read
 * @param requests how many requests it lets wait ({@code reqq})
 * @param port where it listens ({@code p}); 0 when unknown
 * @param metadataLength bytes of the info dictionary, which it can hand out ({@code
 * metadata_size}, BEP 9); not to be believed
 * @param uploadOnly whether it wants no pieces ({@code upload_only}, BEP 21)
 * @param yourAddress where its sender sees the one who reads it ({@code yourip}); not to be believed
 */
public record ExtensionHandshake(Map<Extension, Integer> extensions, Optional<String> client,
        Optional<Integer> requests, int port, Optional<Integer> metadataLength,
        Optional<Boolean> uploadOnly, Optional<InetAddress> yourAddress) {
    public static final int ID = 0;
    private static final int MAX_CLIENT = 60;
    private static final int MAX_ID = 255;

    public ExtensionHandshake {
        Map<Extension, Integer> copy = new EnumMap<>(Extension.class);
        copy.putAll(extensions);
        extensions = Collections.unmodifiableMap(copy);
    }

    public static ExtensionHandshake parse(byte[] payload) throws ProtocolException {
        try {
            if (!(Bencode.decodePrefix(payload).value() instanceof BencodeValue.Dictionary told)) {
                throw new ProtocolException("an extension handshake that is no dictionary");
            }
            return new ExtensionHandshake(extensions(told),
                    told.byteString("v").flatMap(BencodeValue.ByteString::utf8)
                            .map(ExtensionHandshake::readable),
                    positive(told, "reqq"),
                    told.integer("p").filter(port -> port > 0 && port < 65536).orElse(0L)
                            .intValue(),
                    positive(told, "metadata_size"),
                    told.integer("upload_only").map(only -> only != 0),
                    told.byteString("yourip").flatMap(ExtensionHandshake::address));
        } catch (BencodeException e) {
            throw new ProtocolException("an extension handshake that is not bencoded: "
                    + e.getMessage());
        }
    }

    private static Optional<InetAddress> address(BencodeValue.ByteString compact) {
        try {
            return Optional.of(InetAddress.getByAddress(compact.bytes()));
        } catch (UnknownHostException e) {
            return Optional.empty(); // neither 4 nor 16 bytes
        }
    }

    /** Those that we speak too; others concern us not. */
    private static Map<Extension, Integer> extensions(BencodeValue.Dictionary told) {
        Map<Extension, Integer> known = new EnumMap<>(Extension.class);
        for (Extension extension : Extension.values()) {
            told.dictionary("m").flatMap(ids -> ids.integer(extension.wireName()))
                    .filter(id -> id >= 0 && id <= MAX_ID)
                    .ifPresent(id -> known.put(extension, id.intValue()));
        }
        return known;
    }

    private static Optional<Integer> positive(BencodeValue.Dictionary told, String key) {
        return told.integer(key).filter(number -> number > 0 && number <= Integer.MAX_VALUE)
                .map(Long::intValue);
    }

    public PeerMessage message() {
        var ids = new HashMap<String, BencodeValue>();
        extensions.forEach((extension, id) -> ids.put(extension.wireName(), BencodeValue.of(id)));
        var entries = new HashMap<String, BencodeValue>();
        entries.put("m", Bencode.dictionary(ids));
        client.ifPresent(name -> entries.put("v", BencodeValue.of(name)));
        requests.ifPresent(count -> entries.put("reqq", BencodeValue.of(count.longValue())));
        if (port > 0) {
            entries.put("p", BencodeValue.of(port));
        }
        metadataLength.ifPresent(length -> entries.put("metadata_size", BencodeValue.of(length)));
        uploadOnly.ifPresent(only -> entries.put("upload_only", BencodeValue.of(only ? 1 : 0)));
        yourAddress.ifPresent(
                address -> entries.put("yourip", BencodeValue.of(address.getAddress())));
        return new PeerMessage.Extended(ID, Bencode.encode(Bencode.dictionary(entries)));
    }

    private static String readable(String name) {
        String clean = name.replaceAll("[^\\p{L}\\p{N} ._/()+-]", "?");
        return clean.length() > MAX_CLIENT ? clean.substring(0, MAX_CLIENT) : clean;
    }
}
