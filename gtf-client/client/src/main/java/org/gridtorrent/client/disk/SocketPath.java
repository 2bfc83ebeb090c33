package org.gridtorrent.client.disk;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Where a Unix socket of the home is: there, or, as the system limits its path, in a folder of its own. */
public final class SocketPath {
    /** Bytes; Linux takes 107, macOS 103. */
    private static final int LONGEST_PATH = 100;

    private SocketPath() {}

    /** Address of the socket that the home has at this path. */
    public static UnixDomainSocketAddress address(Path socket) throws IOException {
        return UnixDomainSocketAddress
                .of(length(socket) <= LONGEST_PATH ? socket : elsewhere(socket));
    }

    private static int length(Path path) {
        return path.toString().getBytes(StandardCharsets.UTF_8).length;
    }

    /** The folder is this user's alone, or nothing is done with it. */
    private static Path elsewhere(Path socket) throws IOException {
        Path folder = Path.of("/tmp", "gridtorrent-" + System.getProperty("user.name"));
        DurableFile.createPrivateFolder(folder);
        boolean ours = Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                && Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).getName()
                        .equals(System.getProperty("user.name"))
                && PosixFilePermissions.toString(Files.getPosixFilePermissions(folder))
                        .equals("rwx------");
        if (!ours) {
            throw new IOException(folder + " belongs to somebody else; choose a shorter --home");
        }
        return folder.resolve(digest(socket) + ".sock");
    }

    private static String digest(Path path) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256")
                    .digest(path.toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
