package org.gridtorrent.identity;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.function.Supplier;

/**
 * Keys and certificates as PEM files in one folder, readable by their owner alone. A file appears
 * whole or not at all: it is written and synced beside its place, then renamed.
 */
public final class KeyFiles {
    private static final boolean POSIX = FileSystems.getDefault().supportedFileAttributeViews()
            .contains("posix");

    private final Path folder;

    /** The folder is made, closed to others, when it is not there. */
    public KeyFiles(Path folder) throws IOException {
        this.folder = folder;
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(folder, mode("rwx------"));
        }
    }

    /** The pair in NAME.key, which holds private and public key; made when it is not there. */
    public KeyPair keyPair(String name, String algorithm, Supplier<KeyPair> maker)
            throws IOException, IdentityException {
        Path file = folder.resolve(name + ".key");
        if (!Files.exists(file)) {
            KeyPair made = maker.get();
            write(file, Pem.encode("PRIVATE KEY", made.getPrivate().getEncoded())
                    + Pem.encode("PUBLIC KEY", made.getPublic().getEncoded()));
        }
        String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        try {
            var factory = KeyFactory.getInstance(algorithm);
            return new KeyPair(
                    factory.generatePublic(
                            new X509EncodedKeySpec(Pem.decode("PUBLIC KEY", text))),
                    factory.generatePrivate(
                            new PKCS8EncodedKeySpec(Pem.decode("PRIVATE KEY", text))));
        } catch (GeneralSecurityException | IdentityException e) {
            throw new IdentityException("the key file " + file + " is damaged", e);
        }
    }

    /** The certificate in NAME.crt; made when it is not there. */
    public X509Certificate certificate(String name, Supplier<X509Certificate> maker)
            throws IOException, IdentityException {
        Path file = folder.resolve(name + ".crt");
        if (!Files.exists(file)) {
            write(file, Pem.encode(maker.get()));
        }
        try {
            return Pem.certificate(Files.readAllBytes(file));
        } catch (IdentityException e) {
            throw new IdentityException("the certificate " + file + " is damaged", e);
        }
    }

    private void write(Path file, String text) throws IOException {
        Path beside = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(beside);
        Files.createFile(beside, mode("rw-------"));
        Files.writeString(beside, text, StandardCharsets.US_ASCII);
        sync(beside, StandardOpenOption.WRITE);
        Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
        if (POSIX) {
            sync(folder, StandardOpenOption.READ);
        }
    }

    private static void sync(Path path, StandardOpenOption option) throws IOException {
        try (var channel = FileChannel.open(path, option)) {
            channel.force(true);
        }
    }

    private static FileAttribute<?>[] mode(String permissions) {
        return POSIX
                ? new FileAttribute<?>[]{PosixFilePermissions
                        .asFileAttribute(PosixFilePermissions.fromString(permissions))}
                : new FileAttribute<?>[0];
    }
}
