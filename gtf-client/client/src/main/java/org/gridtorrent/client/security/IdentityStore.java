package org.gridtorrent.client.security;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.client.disk.DurableFile;
import org.gridtorrent.client.tracker.Credentials;
import org.gridtorrent.terminal.Json;

/** Where key, certificates and token lie: one folder, its files readable by the owner alone. */
public final class IdentityStore {
    private static final String ENROLMENT = "enrolment.json";

    private final JsonMapper json = Json.MAPPER;
    private final Path folder;

    /** The file's form; certificates and keys as DER in base64. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Saved(String site, String userId, String userName, String deviceId, URI pages,
            URI tracker,
            List<byte[]> chain, byte[] ticketKey, String token) {}

    public IdentityStore(Path folder) {
        this.folder = folder;
    }

    public DeviceKey key() throws IOException {
        return DeviceKey.in(folder);
    }

    /** Empty before the device is enrolled. */
    public Optional<Enrolment> enrolment() throws IOException {
        Optional<byte[]> bytes = DurableFile.read(folder.resolve(ENROLMENT));
        return bytes.isEmpty() ? Optional.empty() : Optional.of(decode(bytes.get()));
    }

    private Enrolment decode(byte[] bytes) throws IOException {
        try {
            Saved saved = json.readValue(bytes, Saved.class);
            return new Enrolment(saved.site, saved.userId, saved.userName, saved.deviceId,
                    saved.pages, saved.tracker,
                    Credentials.parse(saved.chain, saved.ticketKey), saved.token);
        } catch (IOException | GeneralSecurityException e) {
            throw new IOException(
                    folder.resolve(ENROLMENT) + " is damaged; enrol this device again", e);
        }
    }

    /** Throws when the device's key is missing, damaged, or another than the certificate's. */
    public void check(Enrolment enrolment) throws IOException {
        DeviceKey key = DeviceKey.existing(folder).orElseThrow(() -> new IOException(
                "the device's key " + folder.resolve(DeviceKey.PRIVATE) + " is missing"));
        PublicKey certified = enrolment.credentials().certificate().getPublicKey();
        if (!key.open().equals(certified) || !key.isPair()) {
            throw new IOException("the device's key " + folder.resolve(DeviceKey.PRIVATE)
                    + " is damaged: it is not the certificate's");
        }
    }

    public void save(Enrolment enrolment) throws IOException {
        List<byte[]> chain = new ArrayList<>();
        try {
            for (X509Certificate certificate : enrolment.credentials().chain()) {
                chain.add(certificate.getEncoded());
            }
        } catch (GeneralSecurityException e) {
            throw new IOException("a certificate cannot be written", e);
        }
        Saved saved = new Saved(enrolment.site(), enrolment.userId(), enrolment.userName(),
                enrolment.deviceId(),
                enrolment.pages(), enrolment.tracker(), chain,
                enrolment.credentials().ticketKey().getEncoded(),
                enrolment.token());
        DurableFile.write(folder.resolve(ENROLMENT), json.writeValueAsBytes(saved));
    }
}
