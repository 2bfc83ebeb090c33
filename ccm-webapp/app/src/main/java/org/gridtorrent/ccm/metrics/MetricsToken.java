package org.gridtorrent.ccm.metrics;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.SecureRandom;
import org.gridtorrent.identity.Tokens;

/** What lets a reader of measurements in; it lies in a file that is its owner's alone. */
public final class MetricsToken {
    private static final String SCHEME = "Bearer ";

    private final byte[] expected;

    private MetricsToken(String token) {
        this.expected = (SCHEME + token).getBytes(StandardCharsets.US_ASCII);
    }

    /** Made when it is not there. */
    public static MetricsToken openOrCreate(Path file) throws IOException {
        if (!Files.exists(file)) {
            Path beside = file.resolveSibling(file.getFileName() + ".new");
            Files.deleteIfExists(beside);
            Files.createFile(beside, PosixFilePermissions
                    .asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(beside, Tokens.next(new SecureRandom()) + "\n");
            Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
        }
        return open(file);
    }

    /** Throws for a file without a token. */
    public static MetricsToken open(Path file) throws IOException {
        String token = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).strip();
        if (token.isEmpty() || !token.chars().allMatch(c -> c >= ' ' && c <= '~')) {
            throw new IOException(file + " is damaged: it has no token in it; delete it, and the"
                    + " next start of the site makes another");
        }
        return new MetricsToken(token);
    }

    /** Whether an {@code Authorization} header holds it; in the same time for every wrong one. */
    public boolean isIn(String authorization) {
        return MessageDigest.isEqual(expected, authorization.getBytes(StandardCharsets.UTF_8));
    }
}
