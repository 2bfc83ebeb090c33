package org.gridtorrent.identity;

import java.security.MessageDigest;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.random.RandomGenerator;

/**
 * What a person carries from the pages to a machine: 128 random bits, and 128 bits of the SHA-256
 * of the site's CA certificate, so that the machine knows the right site without trusting the first
 * answer. Written as 13 groups of four base32 letters with dashes between them.
 */
public final class EnrolmentCode {
    private static final int HALF_BYTES = 16;
    private static final int LETTERS = 52;
    private static final int GROUP_LETTERS = 4;

    private final byte[] secret;
    private final byte[] authorityHash;

    private EnrolmentCode(byte[] secret, byte[] authorityHash) {
        this.secret = secret;
        this.authorityHash = authorityHash;
    }

    /** A fresh code of the site with this CA certificate. The random source has to be secure. */
    public static EnrolmentCode next(RandomGenerator random, X509Certificate authority) {
        var secret = new byte[HALF_BYTES];
        random.nextBytes(secret);
        return new EnrolmentCode(secret, hashOf(authority));
    }

    /** Reads what a person pasted; case, spaces and dashes do not matter. */
    public static EnrolmentCode parse(String text) throws IdentityException {
        String letters = text.replaceAll("[\\s-]", "").toLowerCase(Locale.ROOT);
        if (letters.length() != LETTERS) {
            throw new IdentityException(
                    "an enrolment code has " + LETTERS + " letters, this has " + letters.length());
        }
        try {
            byte[] both = Base32.decode(letters);
            return new EnrolmentCode(
                    Arrays.copyOfRange(both, 0, HALF_BYTES),
                    Arrays.copyOfRange(both, HALF_BYTES, 2 * HALF_BYTES));
        } catch (IllegalArgumentException e) {
            throw new IdentityException("the enrolment code has a wrong letter", e);
        }
    }

    public String text() {
        var both = Arrays.copyOf(secret, 2 * HALF_BYTES);
        System.arraycopy(authorityHash, 0, both, HALF_BYTES, HALF_BYTES);
        String letters = Base32.encode(both).toUpperCase(Locale.ROOT);
        var text = new StringBuilder();
        for (int i = 0; i < letters.length(); i += GROUP_LETTERS) {
            text.append(i == 0 ? "" : "-").append(letters, i, i + GROUP_LETTERS);
        }
        return text.toString();
    }

    /** True when the certificate is that of the site which gave the code out. */
    public boolean matches(X509Certificate authority) {
        return MessageDigest.isEqual(authorityHash, hashOf(authority));
    }

    /** What the site stores in place of the code: the SHA-256 of its random half, in hex. */
    public String secretHash() {
        return HexFormat.of().formatHex(Digests.sha256(secret));
    }

    /** Says nothing of the secret, so that the code can appear in no log by accident. */
    @Override
    public String toString() {
        return "EnrolmentCode[...]";
    }

    private static byte[] hashOf(X509Certificate authority) {
        try {
            return Arrays.copyOf(Digests.sha256(authority.getEncoded()), HALF_BYTES);
        } catch (CertificateEncodingException e) {
            throw new IllegalArgumentException("certificate cannot be encoded", e);
        }
    }
}
