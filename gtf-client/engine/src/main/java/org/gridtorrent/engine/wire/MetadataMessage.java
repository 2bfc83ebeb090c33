package org.gridtorrent.engine.wire;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.metainfo.bencode.Bencode;
import org.gridtorrent.metainfo.bencode.BencodeException;
import org.gridtorrent.metainfo.bencode.BencodeValue;

/**
 * Metadata message (BEP 9, {@code ut_metadata}) about one block of an info dictionary.
 *
 * <p>Blocks, which BEP 9 calls pieces, have {@value #BLOCK_LENGTH} bytes; the last may be shorter.
 */
public sealed interface MetadataMessage {
    int BLOCK_LENGTH = 16 * 1024;

    /** Its index, from 0. */
    int block();

    record Request(int block) implements MetadataMessage {}

    /**
     * One of the blocks.
     *
     * @param totalLength bytes of all blocks; 0 when missing
     */
    @SuppressWarnings("ArrayRecordComponent") // carried, never compared
    record Data(int block, int totalLength, byte[] bytes) implements MetadataMessage {}

    /** The peer does not send the block. */
    record Reject(int block) implements MetadataMessage {}

    /** Empty for message types that BEP 9 does not have, which are to be ignored. */
    static Optional<MetadataMessage> parse(byte[] payload) throws ProtocolException {
        try {
            Bencode.Decoded head = Bencode.decodePrefix(payload);
            if (!(head.value() instanceof BencodeValue.Dictionary dictionary)) {
                throw new ProtocolException("a metadata message that is no dictionary");
            }
            int kind = number(dictionary, "msg_type").orElse(-1);
            return switch (kind) {
                case Kind.REQUEST -> Optional.of(new Request(block(dictionary)));
                case Kind.DATA -> Optional.of(data(dictionary, payload, head.end()));
                case Kind.REJECT -> Optional.of(new Reject(block(dictionary)));
                default -> Optional.empty();
            };
        } catch (BencodeException e) {
            throw new ProtocolException("a metadata message that is not bencoded: "
                    + e.getMessage());
        }
    }

    private static Data data(BencodeValue.Dictionary dictionary, byte[] payload, int from)
            throws ProtocolException {
        int length = payload.length - from;
        if (length == 0 || length > BLOCK_LENGTH) {
            throw new ProtocolException("a metadata block of " + length + " bytes");
        }
        return new Data(block(dictionary), number(dictionary, "total_size").orElse(0),
                Arrays.copyOfRange(payload, from, payload.length));
    }

    private static int block(BencodeValue.Dictionary dictionary) throws ProtocolException {
        return number(dictionary, "piece").orElseThrow(
                () -> new ProtocolException("a metadata message that names no block"));
    }

    private static Optional<Integer> number(BencodeValue.Dictionary dictionary, String key) {
        return dictionary.integer(key).filter(number -> number >= 0 && number <= Integer.MAX_VALUE)
                .map(Long::intValue);
    }

    /** The message for a peer that gave the extension this id. */
    default PeerMessage toMessage(int id) {
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
