package org.gridtorrent.engine.wire;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.metainfo.bencode.Bencode;
import org.gridtorrent.metainfo.bencode.BencodeException;
import org.gridtorrent.metainfo.bencode.BencodeValue;

/**
 * What peers say to each other about a content's info dictionary (BEP 9), in blocks of {@value
 * #BLOCK_LENGTH} bytes, the last of which may be shorter. (BEP 9 calls them pieces.)
 */
public sealed interface MetadataMessage {
    int BLOCK_LENGTH = 16 * 1024;

    /** Counted from 0. */
    int block();

    record Request(int block) implements MetadataMessage {}

    /**
     * One of the blocks.
     *
     * @param totalLength bytes of all blocks; 0 when it was not said
     */
    @SuppressWarnings("ArrayRecordComponent") // carried, never compared
    record Data(int block, int totalLength, byte[] bytes) implements MetadataMessage {}

    /** The peer does not hand it out. */
    record Reject(int block) implements MetadataMessage {}

    /** Empty for kinds that BEP 9 does not have: they are to be passed over. */
    static Optional<MetadataMessage> parse(byte[] payload) throws ProtocolException {
        try {
            Bencode.Decoded head = Bencode.decodePrefix(payload);
            if (!(head.value() instanceof BencodeValue.Dictionary told)) {
                throw new ProtocolException("a metadata message that is no dictionary");
            }
            int kind = number(told, "msg_type").orElse(-1);
            return switch (kind) {
                case Kind.REQUEST -> Optional.of(new Request(block(told)));
                case Kind.DATA -> Optional.of(data(told, payload, head.end()));
                case Kind.REJECT -> Optional.of(new Reject(block(told)));
                default -> Optional.empty();
            };
        } catch (BencodeException e) {
            throw new ProtocolException("a metadata message that is not bencoded: "
                    + e.getMessage());
        }
    }

    private static Data data(BencodeValue.Dictionary told, byte[] payload, int from)
            throws ProtocolException {
        int length = payload.length - from;
        if (length == 0 || length > BLOCK_LENGTH) {
            throw new ProtocolException("a metadata block of " + length + " bytes");
        }
        return new Data(block(told), number(told, "total_size").orElse(0),
                Arrays.copyOfRange(payload, from, payload.length));
    }

    private static int block(BencodeValue.Dictionary told) throws ProtocolException {
        return number(told, "piece").orElseThrow(
                () -> new ProtocolException("a metadata message that names no block"));
    }

    private static Optional<Integer> number(BencodeValue.Dictionary told, String key) {
        return told.integer(key).filter(number -> number >= 0 && number <= Integer.MAX_VALUE)
                .map(Long::intValue);
    }

    /** The message to a peer that takes this extension's by the id. */
    default PeerMessage as(int id) {
        var head = new HashMap<String, BencodeValue>(
                Map.of("piece", BencodeValue.of(block())));
        byte[] body = new byte[0];
        switch (this) {
            case Request _ -> head.put("msg_type", BencodeValue.of(Kind.REQUEST));
            case Reject _ -> head.put("msg_type", BencodeValue.of(Kind.REJECT));
            case Data data -> {
                head.put("msg_type", BencodeValue.of(Kind.DATA));
                head.put("total_size", BencodeValue.of(data.totalLength()));
                body = data.bytes();
            }
        }
        byte[] encoded = Bencode.encode(Bencode.dictionary(head));
        byte[] payload = Arrays.copyOf(encoded, encoded.length + body.length);
        System.arraycopy(body, 0, payload, encoded.length, body.length);
        return new PeerMessage.Extended(id, payload);
    }

    /** The values of {@code msg_type}. */
    final class Kind {
        static final int REQUEST = 0;
        static final int DATA = 1;
        static final int REJECT = 2;

        private Kind() {}
    }
}
