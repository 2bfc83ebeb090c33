package org.gridtorrent.identity;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * The tracker's signed statement that a device may read one content, checked by peers offline.
 *
 * <p>Bytes: {@code "GTT1"}; info-hash, site, user id, device id, each as one length byte and ASCII;
 * 32 bytes SHA-256 of the device certificate's SubjectPublicKeyInfo; one byte of rights; epoch and
 * expiry (seconds since 1970) as 8 bytes each, big-endian; then 64 bytes Ed25519 over all of these.
 *
 * @param infoHash lower-case hex, 40 digits (BEP 3) or 64 (BEP 52)
 * @param keyHash {@link Digests#keyHash} of the device's key, 64 lower-case hex digits
 * @param rights bits; {@link #READ} is the only one so far
 * @param epoch the content's access epoch when the ticket was made
 */
public record Ticket(String infoHash, String site, String userId, String deviceId, String keyHash,
        int rights, long epoch, Instant expires) {
    public static final int READ = 1;
    public static final Duration LONGEST_LIFE = Duration.ofMinutes(10);

    private static final byte[] MAGIC = "GTT1".getBytes(StandardCharsets.US_ASCII);
    private static final int LONGEST = 2048;
    private static final int SIGNATURE_LENGTH = 64;
    private static final Pattern INFO_HASH = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");
    private static final Pattern KEY_HASH = Pattern.compile("[0-9a-f]{64}");

    public Ticket {
        if (!INFO_HASH.matcher(infoHash).matches()) {
            throw new IllegalArgumentException(
                    "not an info-hash: " + Texts.printable(infoHash));
        }
        DeviceName.checkSite(site);
        Ids.check(userId);
        Ids.check(deviceId);
        if (!KEY_HASH.matcher(keyHash).matches()) {
            throw new IllegalArgumentException("not a key hash: " + Texts.printable(keyHash));
        }
        if (rights < 0 || rights > 0xff || epoch < 0 || expires.getEpochSecond() < 0) {
            throw new IllegalArgumentException("rights, epoch or expiry out of range");
        }
        expires = Instant.ofEpochSecond(expires.getEpochSecond());
    }

    /** The ticket's bytes with their signature by the site's ticket key (Ed25519). */
    public byte[] sign(PrivateKey key) {
        byte[] body = body();
        try {
            var signature = Signature.getInstance("Ed25519");
            signature.initSign(key);
            signature.update(body);
            var signed = Arrays.copyOf(body, body.length + SIGNATURE_LENGTH);
            System.arraycopy(signature.sign(), 0, signed, body.length, SIGNATURE_LENGTH);
            return signed;
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("the key cannot sign tickets", e);
        }
    }

    /** The ticket in signed bytes, when the site's key made them and its time is not over. */
    public static Ticket verify(byte[] signed, PublicKey key, Instant now)
            throws IdentityException {
        if (signed.length <= SIGNATURE_LENGTH || signed.length > LONGEST) {
            throw new IdentityException("the ticket has a wrong length");
        }
        byte[] body = Arrays.copyOf(signed, signed.length - SIGNATURE_LENGTH);
        checkSignature(signed, body.length, key);
        Ticket ticket = read(body);
        if (!now.isBefore(ticket.expires)) {
            throw new IdentityException("the ticket is too old");
        }
        return ticket;
    }

    /** True when the ticket gives this device, with this key, the right to read this content. */
    public boolean admits(String infoHash, DeviceName device, PublicKey deviceKey) {
        return (rights & READ) != 0 && this.infoHash.equals(infoHash)
                && device.equals(new DeviceName(site, userId, deviceId))
                && keyHash.equals(Digests.keyHash(deviceKey));
    }

    private static void checkSignature(byte[] signed, int bodyLength, PublicKey key)
            throws IdentityException {
        try {
            var signature = Signature.getInstance("Ed25519");
            signature.initVerify(key);
            signature.update(signed, 0, bodyLength);
            if (!signature.verify(signed, bodyLength, SIGNATURE_LENGTH)) {
                throw new IdentityException("the ticket's signature is wrong");
            }
        } catch (GeneralSecurityException e) {
            throw new IdentityException("the ticket's signature cannot be checked", e);
        }
    }

    private byte[] body() {
        var bytes = new ByteArrayOutputStream();
        try (var out = new DataOutputStream(bytes)) {
            out.write(MAGIC);
            for (String text : new String[]{infoHash, site, userId, deviceId}) {
                out.writeByte(text.length());
                out.write(text.getBytes(StandardCharsets.US_ASCII));
            }
            out.write(HexFormat.of().parseHex(keyHash));
            out.writeByte(rights);
            out.writeLong(epoch);
            out.writeLong(expires.getEpochSecond());
        } catch (IOException e) {
            throw new IllegalStateException("memory does not fail to be written", e);
        }
        return bytes.toByteArray();
    }

    private static Ticket read(byte[] body) throws IdentityException {
        try (var in = new DataInputStream(new ByteArrayInputStream(body))) {
            if (!Arrays.equals(in.readNBytes(MAGIC.length), MAGIC)) {
                throw new IdentityException("this is not a ticket");
            }
            var ticket = new Ticket(text(in), text(in), text(in), text(in),
                    HexFormat.of().formatHex(in.readNBytes(32)), in.readUnsignedByte(),
                    in.readLong(), Instant.ofEpochSecond(in.readLong()));
            if (in.read() >= 0) {
                throw new IdentityException("the ticket is followed by other bytes");
            }
            return ticket;
        } catch (IOException | RuntimeException e) {
            throw new IdentityException("the ticket is malformed", e);
        }
    }

    private static String text(DataInputStream in) throws IOException {
        var bytes = new byte[in.readUnsignedByte()];
        in.readFully(bytes);
        return new String(bytes, StandardCharsets.US_ASCII);
    }
}
