package org.gridtorrent.tracker.announce;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.time.InstantSource;
import javax.crypto.Mac;
import javax.crypto.SecretKey;

/**
 * The connection ids of BEP 15, by which a stranger shows that it hears what is sent to its address: a
 * keyed hash of the address and of the minute, so that none has to be remembered. Good for one to two
 * minutes, at every node that has the key. For one thread.
 */
final class ConnectionIds {
    private static final String ALGORITHM = "HmacSHA256";
    private static final long MINUTE_MS = 60_000;

    private final Mac mac;
    private final InstantSource clock;
    private final byte[] minuteBytes = new byte[Long.BYTES];

    ConnectionIds(SecretKey key, InstantSource clock) {
        try {
            this.mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
        this.clock = clock;
    }

    long idFor(InetAddress address) {
        return id(address, clock.millis() / MINUTE_MS);
    }

    boolean isOf(long id, InetAddress address) {
        long minute = clock.millis() / MINUTE_MS;
        return id == id(address, minute) || id == id(address, minute - 1);
    }

    private long id(InetAddress address, long minute) {
        ByteBuffer.wrap(minuteBytes).putLong(minute);
        mac.update(minuteBytes);
        return ByteBuffer.wrap(mac.doFinal(address.getAddress())).getLong();
    }
}
