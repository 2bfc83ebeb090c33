package org.gridtorrent.engine.wire;

import java.io.ByteArrayOutputStream;
import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gridtorrent.metainfo.bencode.Bencode;
import org.gridtorrent.metainfo.bencode.BencodeException;
import org.gridtorrent.metainfo.bencode.BencodeValue;
import org.gridtorrent.metainfo.bencode.BencodeValue.Dictionary;

/**
 * PEX message (BEP 11, {@code ut_pex}): peers that its sender connected to or lost since the last one, each once.
 */
public record PexMessage(List<Contact> added, List<InetSocketAddress> dropped) {
    /**
     * Peers in each list. BEP 11 allows 50 after the first message; other clients send 100, and more dropped ones. This
     * is more than an honest peer is connected to.
     */
    static final int MAX_PEERS = 1000;
    private static final int SEED_FLAG = 0x02;
    private static final int REACHABLE_FLAG = 0x10;

    public PexMessage {
        added = List.copyOf(added);
        dropped = List.copyOf(dropped);
    }

    /**
     * A peer that the sender is connected to.
     *
     * @param address on which it listens
     * @param seed whether it wants no pieces
     * @param reachable whether the sender opened the connection
     */
    public record Contact(InetSocketAddress address, boolean seed, boolean reachable) {
        static Contact of(InetSocketAddress address, int flags) {
            return new Contact(address, (flags & SEED_FLAG) != 0, (flags & REACHABLE_FLAG) != 0);
        }

        int flags() {
            return (seed ? SEED_FLAG : 0) | (reachable ? REACHABLE_FLAG : 0);
        }
    }

    public static PexMessage parse(byte[] payload) throws ProtocolException {
        try {
            if (!(Bencode.decodePrefix(payload).value() instanceof Dictionary dictionary)) {
                throw new ProtocolException("a peer exchange message that is no dictionary");
            }
            Map<InetSocketAddress, Contact> added = new LinkedHashMap<>();
            readAdded(dictionary, "added", CompactPeers.IPV4, added);
            readAdded(dictionary, "added6", CompactPeers.IPV6, added);
            Set<InetSocketAddress> dropped = new LinkedHashSet<>();
            dropped.addAll(read(dictionary, "dropped", CompactPeers.IPV4));
            dropped.addAll(read(dictionary, "dropped6", CompactPeers.IPV6));
            return new PexMessage(List.copyOf(added.values()), List.copyOf(dropped));
        } catch (BencodeException e) {
            throw new ProtocolException("a peer exchange message that is not bencoded: "
                    + e.getMessage());
        }
    }

    /** Flags are optional, and ignored when there is not one for each peer. */
    private static void readAdded(Dictionary dictionary, String key, int addressLength,
            Map<InetSocketAddress, Contact> into) throws ProtocolException {
        List<InetSocketAddress> addresses = read(dictionary, key, addressLength);
        byte[] flags = bytes(dictionary, key + ".f");
        boolean flagged = flags.length == addresses.size();
        for (int i = 0; i < addresses.size(); i++) {
            InetSocketAddress address = addresses.get(i);
            into.putIfAbsent(address, Contact.of(address, flagged ? flags[i] : 0));
        }
    }

    private static List<InetSocketAddress> read(Dictionary dictionary, String key,
            int addressLength)
            throws ProtocolException {
        byte[] packed = bytes(dictionary, key);
        int count = packed.length / CompactPeers.entryLength(addressLength);
        if (packed.length % CompactPeers.entryLength(addressLength) != 0) {
            throw new ProtocolException("a list of peers that is cut short");
        }
        if (count > MAX_PEERS) {
            throw new ProtocolException("tells of " + count + " peers at once");
        }
        ByteBuffer entries = ByteBuffer.wrap(packed);
        List<InetSocketAddress> addresses = new ArrayList<>(count);
        while (entries.hasRemaining()) {
            addresses.add(CompactPeers.next(entries, addressLength));
        }
        return addresses;
    }

    private static byte[] bytes(Dictionary dictionary, String key) {
        return dictionary.byteString(key).map(BencodeValue.ByteString::bytes)
                .orElseGet(() -> new byte[0]);
    }

    /** The message for a peer that gave the extension this id. */
    public PeerMessage toMessage(int id) {
        var lists = new HashMap<String, ByteArrayOutputStream>();
        for (Contact contact : added) {
            String key = "added" + family(contact.address());
            list(lists, key).writeBytes(CompactPeers.entry(contact.address()));
            list(lists, key + ".f").write(contact.flags());
        }
        for (InetSocketAddress address : dropped) {
            list(lists, "dropped" + family(address)).writeBytes(CompactPeers.entry(address));
        }
        var entries = new HashMap<String, BencodeValue>();
        lists.forEach((key, list) -> entries.put(key, BencodeValue.of(list.toByteArray())));
        return new PeerMessage.Extended(id, Bencode.encode(Bencode.dictionary(entries)));
    }

    private static String family(InetSocketAddress address) {
        return address.getAddress() instanceof Inet4Address ? "" : "6";
    }

    private static ByteArrayOutputStream list(Map<String, ByteArrayOutputStream> lists,
            String key) {
        return lists.computeIfAbsent(key, absent -> new ByteArrayOutputStream());
    }
}
