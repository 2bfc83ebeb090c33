package org.gridtorrent.client.web;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import org.gridtorrent.client.config.ConfigException;
import org.gridtorrent.client.config.Configuration;
import org.gridtorrent.client.config.Home;
import org.gridtorrent.client.config.Setting;
import org.gridtorrent.client.disk.DurableFile;
import org.gridtorrent.identity.Pem;

/** Certificate authorities of web servers that the user named: to {@code enrol}, or by the setting {@code ca}. */
public final class WebAuthorities {
    private WebAuthorities() {}

    /** Keeps those that {@code enrol} was told of, in place of earlier ones. */
    public static void keep(Home home, List<X509Certificate> authorities) throws IOException {
        String pem = authorities.stream().map(Pem::encode).collect(Collectors.joining());
        DurableFile.write(home.webAuthorities(), pem.getBytes(StandardCharsets.US_ASCII));
    }

    /** A TLS context that trusts them too; throws if a file that names them holds no certificate. */
    public static SSLContext trusted(Home home, Map<String, String> environment)
            throws IOException {
        List<X509Certificate> authorities = new ArrayList<>();
        if (Files.exists(home.webAuthorities())) {
            authorities.addAll(WebTrust.read(home.webAuthorities()));
        }
        Optional<String> setting = setting(home, environment);
        if (setting.isPresent()) {
            authorities.addAll(WebTrust.read(Path.of(setting.get())));
        }
        return WebTrust.context(authorities, environment);
    }

    private static Optional<String> setting(Home home, Map<String, String> environment)
            throws IOException {
        try {
            return Configuration.read(environment, home).optionalText(Setting.CA);
        } catch (ConfigException e) {
            throw new IOException(e.getMessage(), e);
        }
    }
}
