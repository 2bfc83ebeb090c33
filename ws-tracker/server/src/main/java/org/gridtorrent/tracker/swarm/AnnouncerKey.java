package org.gridtorrent.tracker.swarm;

/**
 * Tells peers apart by what they call themselves: 63 bits of peer id and key, and one that says
 * whether there was a key. A peer id is known to all other peers, so only with a key can somebody
 * show that he is the one who announced from another place before (BEP 3, {@code key}).
 */
public final class AnnouncerKey {
    private AnnouncerKey() {}

    public static long of(byte[] peerId, byte[] key) {
        long mixed = mix(mix(0x243F6A8885A308D3L, peerId), key);
        return key.length == 0 ? mixed & ~1L : mixed | 1;
    }

    static boolean hasKey(long who) {
        return (who & 1) != 0;
    }

    private static long mix(long start, byte[] bytes) {
        long mixed = start ^ bytes.length;
        for (byte part : bytes) {
            mixed = (mixed ^ (part & 0xff)) * 0xBF58476D1CE4E5B9L;
            mixed ^= mixed >>> 27;
        }
        return mixed;
    }
}
