package org.gridtorrent.client.security;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Optional;
import org.gridtorrent.client.disk.DurableFile;
import org.gridtorrent.identity.DeviceKeys;

/** The device's P-256 key pair: made here, kept here, never sent. */
public final class DeviceKey {
    static final String PRIVATE = "device.key";
    private static final String PUBLIC = "device.pub";

    private final KeyPair pair;

    private DeviceKey(KeyPair pair) {
        this.pair = pair;
    }

    /** Reads the key of the folder, or makes one there. */
    public static DeviceKey in(Path folder) throws IOException {
        Optional<DeviceKey> existing = existing(folder);
        return existing.isPresent() ? existing.get() : new DeviceKey(made(folder));
    }

    /** Reads the key of the folder; empty when there is none. */
    static Optional<DeviceKey> existing(Path folder) throws IOException {
        Optional<byte[]> secret = DurableFile.read(folder.resolve(PRIVATE));
        Optional<byte[]> open = DurableFile.read(folder.resolve(PUBLIC));
        try {
            return secret.isPresent() && open.isPresent()
                    ? Optional.of(new DeviceKey(decode(secret.get(), open.get())))
                    : Optional.empty();
        } catch (GeneralSecurityException e) {
            throw new IOException("the device's key " + folder.resolve(PRIVATE) + " is damaged", e);
        }
    }

    /** Whether the public half checks what the private half signs. */
    boolean isPair() {
        try {
            Signature signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(pair.getPrivate());
            byte[] signed = signature.sign();
            signature.initVerify(pair.getPublic());
            return signature.verify(signed);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    private static KeyPair decode(byte[] secret, byte[] open) throws GeneralSecurityException {
        KeyFactory factory = KeyFactory.getInstance("EC");
        return new KeyPair(factory.generatePublic(new X509EncodedKeySpec(open)),
                factory.generatePrivate(new PKCS8EncodedKeySpec(secret)));
    }

    /** The public half first: a private key on disk means that both are. */
    private static KeyPair made(Path folder) throws IOException {
        KeyPair pair = DeviceKeys.generate();
        DurableFile.write(folder.resolve(PUBLIC), pair.getPublic().getEncoded());
        DurableFile.write(folder.resolve(PRIVATE), pair.getPrivate().getEncoded());
        return pair;
    }

    /** A PKCS#10 request, DER. Its name is a placeholder: the site writes the names itself. */
    public byte[] certificateRequest() {
        return DeviceKeys.certificateRequest(pair);
    }

    PrivateKey secret() {
        return pair.getPrivate();
    }

    PublicKey open() {
        return pair.getPublic();
    }
}
