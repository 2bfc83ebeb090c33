package org.gridtorrent.testing;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Key of a web server, with a certificate of its own for one address. */
public record ServerKey(KeyStore store) {
    private static final String PASSWORD = "changeit";
    private static final String ALIAS = "server";

    /** Makes one for a subject alternative name, as in {@code ip:127.0.0.1}. */
    public static ServerKey make(Path folder, String name)
            throws IOException, InterruptedException, GeneralSecurityException {
        Path file = folder.resolve("server-" + name.replace(':', '-') + ".p12");
        int exit = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1", "-genkeypair", "-keyalg", "EC", "-alias", ALIAS,
                "-dname", "CN=server", "-ext", "san=" + name, "-keystore", file.toString(),
                "-storepass", PASSWORD).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor();
        if (exit != 0) {
            throw new IOException("keytool ended with " + exit);
        }
        return new ServerKey(KeyStore.getInstance(file.toFile(), PASSWORD.toCharArray()));
    }

    /** For the server. */
    public SSLContext server() throws GeneralSecurityException {
        KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
        keys.init(store, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
    }

    /** For a client that trusts the server. */
    public SSLContext trusting() throws GeneralSecurityException, IOException {
        KeyStore anchors = KeyStore.getInstance("PKCS12");
        anchors.load(null, null);
        anchors.setCertificateEntry(ALIAS, store.getCertificate(ALIAS));
        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
        trust.init(anchors);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    public String certificatePem() throws GeneralSecurityException {
        return pem("CERTIFICATE", store.getCertificate(ALIAS).getEncoded());
    }

    public String keyPem() throws GeneralSecurityException {
        return pem("PRIVATE KEY", store.getKey(ALIAS, PASSWORD.toCharArray()).getEncoded());
    }

    private static String pem(String name, byte[] content) {
        return "-----BEGIN " + name + "-----\n" + Base64.getMimeEncoder().encodeToString(content)
                + "\n-----END " + name + "-----\n";
    }
}
