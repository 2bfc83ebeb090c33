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
 * Extension handshake (BEP 10). A later one may follow: what it leaves out stays unchanged.
 *
 * @param extensions the ids with which the sender receives their messages ({@code m}); 0 disables one
 * @param client the name and version of the program ({@code v}), printable
 * @param maxRequests how many requests the sender queues ({@code reqq})
 * @param port on which the sender listens ({@code p}); 0 when unknown
 * @param metadataLength bytes of the info dictionary that the sender serves ({@code metadata_size}, BEP 9); not
 *     trustworthy
 * @param uploadOnly whether the sender wants no pieces ({@code upload_only}, BEP 21)
 * @param yourIp the receiver's address as the sender sees it ("yourip" in BEP 10); not trustworthy
 */
public record ExtensionHandshake(Map<Extension, Integer> extensions, Optional<String> client,
        Optional<Integer> maxRequests, int port, Optional<Integer> metadataLength,
        Optional<Boolean> uploadOnly, Optional<InetAddress> yourIp) {
    public static final int ID = 0;
    private static final int MAX_CLIENT_LENGTH = 60;
    private static final int MAX_ID = 255;

    public ExtensionHandshake {
        Map<Extension, Integer> copy = new EnumMap<>(Extension.class);
        copy.putAll(extensions);
        extensions = Collections.unmodifiableMap(copy);
    }

    public static ExtensionHandshake parse(byte[] payload) throws ProtocolException {
        try {
            if (!(Bencode.decodePrefix(payload)
                    .value() instanceof BencodeValue.Dictionary dictionary)) {
                throw new ProtocolException("an extension handshake that is no dictionary");
            }
            return new ExtensionHandshake(extensions(dictionary),
                    dictionary.byteString("v").flatMap(BencodeValue.ByteString::utf8)
                            .map(ExtensionHandshake::printable),
                    positive(dictionary, "reqq"),
                    dictionary.integer("p").filter(port -> port > 0 && port < 65536).orElse(0L)
                            .intValue(),
                    positive(dictionary, "metadata_size"),
                    dictionary.integer("upload_only").map(only -> only != 0),
                    dictionary.byteString("yourip").flatMap(ExtensionHandshake::address));
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

    /** The extensions that we support. */
    private static Map<Extension, Integer> extensions(BencodeValue.Dictionary dictionary) {
        Map<Extension, Integer> known = new EnumMap<>(Extension.class);
        for (Extension extension : Extension.values()) {
            dictionary.dictionary("m").flatMap(ids -> ids.integer(extension.wireName()))
                    .filter(id -> id >= 0 && id <= MAX_ID)
                    .ifPresent(id -> known.put(extension, id.intValue()));
        }
        return known;
    }

    private static Optional<Integer> positive(BencodeValue.Dictionary dictionary, String key) {
        return dictionary.integer(key).filter(number -> number > 0 && number <= Integer.MAX_VALUE)
                .map(Long::intValue);
    }

    public PeerMessage toMessage() {
        var ids = new HashMap<String, BencodeValue>();
        extensions.forEach((extension, id) -> ids.put(extension.wireName(), BencodeValue.of(id)));
        var entries = new HashMap<String, BencodeValue>();
        entries.put("m", Bencode.dictionary(ids));
        client.ifPresent(name -> entries.put("v", BencodeValue.of(name)));
        maxRequests.ifPresent(count -> entries.put("reqq", BencodeValue.of(count.longValue())));
        if (port > 0) {
            entries.put("p", BencodeValue.of(port));
        }
        metadataLength.ifPresent(length -> entries.put("metadata_size", BencodeValue.of(length)));
        uploadOnly.ifPresent(only -> entries.put("upload_only", BencodeValue.of(only ? 1 : 0)));
        yourIp.ifPresent(
                address -> entries.put("yourip", BencodeValue.of(address.getAddress())));
        return new PeerMessage.Extended(ID, Bencode.encode(Bencode.dictionary(entries)));
    }

    private static String printable(String name) {
        String clean = name.replaceAll("[^\\p{L}\\p{N} ._/()+-]", "?");
        return clean.length() > MAX_CLIENT_LENGTH ? clean.substring(0, MAX_CLIENT_LENGTH) : clean;
    }
}
