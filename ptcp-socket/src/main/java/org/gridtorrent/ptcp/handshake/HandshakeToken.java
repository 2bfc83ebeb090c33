package org.gridtorrent.ptcp.handshake;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Session id, session secret or proof: opaque bytes, compared in constant time and never printed.
 *
 * <p>Immutable.
 */
public final class HandshakeToken {
    private static final SecureRandom RANDOM = new SecureRandom();

    private final byte[] bytes;

    private HandshakeToken(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * Makes the JDK load what {@link #hmac} needs while there are file descriptors for it. A class that fails to
     * load once is missing until the process ends.
     */
    public static void loadHmac() {
        var _ = random(1).hmac(new byte[1]);
    }

    public static HandshakeToken random(int length) {
        byte[] bytes = new byte[length];
        RANDOM.nextBytes(bytes);
        return new HandshakeToken(bytes);
    }

    static HandshakeToken read(ByteBuffer from, int length) {
        byte[] bytes = new byte[length];
        from.get(bytes);
        return new HandshakeToken(bytes);
    }

    void write(ByteBuffer into) {
        into.put(bytes);
    }

    /** HMAC-SHA-256 of the message with this token as the key. */
    HandshakeToken hmac(byte[] message) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(bytes, "HmacSHA256"));
            return new HandshakeToken(mac.doFinal(message));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HmacSHA256", e);
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof HandshakeToken token && MessageDigest.isEqual(bytes, token.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return "HandshakeToken of " + bytes.length + " bytes";
    }
}
