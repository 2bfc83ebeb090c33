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
 * What a peer tells of those that it is connected to (BEP 11, {@code ut_pex}): who came and who went
 * since it last did, nobody twice.
 */
public record PexMessage(List<Contact> added, List<InetSocketAddress> dropped) {
    /**
     * Who comes or goes in one message, at most. BEP 11 has 50 for all but the first one, stock
     * clients 100, and more of those that went: this is more than an honest peer is connected to.
     */
    static final int MAX_READ = 1000;
    private static final int SEED = 0x02;
    private static final int REACHABLE = 0x10;

    public PexMessage {
        added = List.copyOf(added);
        dropped = List.copyOf(dropped);
    }

    /**
     * A peer, as another one knows it.
     *
     * @param address where it listens
     * @param seed it wants no pieces
     * @param reachable who tells of it has connected to it, not the other way round
     */
    public record Contact(InetSocketAddress address, boolean seed, boolean reachable) {
        static Contact of(InetSocketAddress address, int flags) {
            return new Contact(address, (flags & SEED) != 0, (flags & REACHABLE) != 0);
        }

        int flags() {
            return (seed ? SEED : 0) | (reachable ? REACHABLE : 0);
        }
    }

    public static PexMessage parse(byte[] payload) throws ProtocolException {
        try {
            if (!(Bencode.decodePrefix(payload).value() instanceof Dictionary told)) {
                throw new ProtocolException("a peer exchange message that is no dictionary");
            }
            Map<InetSocketAddress, Contact> added = new LinkedHashMap<>();
            readAdded(told, "added", CompactPeers.IPV4, added);
            readAdded(told, "added6", CompactPeers.IPV6, added);
            Set<InetSocketAddress> dropped = new LinkedHashSet<>();
            dropped.addAll(read(told, "dropped", CompactPeers.IPV4));
            dropped.addAll(read(told, "dropped6", CompactPeers.IPV6));
            return new PexMessage(List.copyOf(added.values()), List.copyOf(dropped));
        } catch (BencodeException e) {
            throw new ProtocolException("a peer exchange message that is not bencoded: "
                    + e.getMessage());
        }
    }

    /** Flags may be missing; those that are not one for each peer say nothing. */
    private static void readAdded(Dictionary told, String key, int addressLength,
            Map<InetSocketAddress, Contact> into) throws ProtocolException {
        List<InetSocketAddress> addresses = read(told, key, addressLength);
        byte[] flags = bytes(told, key + ".f");
        boolean flagged = flags.length == addresses.size();
        for (int i = 0; i < addresses.size(); i++) {
            InetSocketAddress address = addresses.get(i);
            into.putIfAbsent(address, Contact.of(address, flagged ? flags[i] : 0));
        }
    }

    private static List<InetSocketAddress> read(Dictionary told, String key, int addressLength)
            throws ProtocolException {
        byte[] packed = bytes(told, key);
        int count = packed.length / CompactPeers.length(addressLength);
        if (packed.length % CompactPeers.length(addressLength) != 0) {
            throw new ProtocolException("a list of peers that is cut short");
        }
        if (count > MAX_READ) {
            throw new ProtocolException("tells of " + count + " peers at once");
        }
        ByteBuffer entries = ByteBuffer.wrap(packed);
        List<InetSocketAddress> addresses = new ArrayList<>(count);
        while (entries.hasRemaining()) {
            addresses.add(CompactPeers.next(entries, addressLength));
        }
        return addresses;
    }

    private static byte[] bytes(Dictionary told, String key) {
        return told.byteString(key).map(BencodeValue.ByteString::bytes)
                .orElseGet(() -> new byte[0]);
    }

    /** The message to a peer that takes this extension's by the id. */
    public PeerMessage as(int id) {
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
