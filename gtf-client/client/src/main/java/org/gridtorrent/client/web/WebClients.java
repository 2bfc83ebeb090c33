package org.gridtorrent.client.web;

import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.client.config.ConfigException;
import org.gridtorrent.client.config.Configuration;
import org.gridtorrent.client.config.Home;
import org.gridtorrent.client.config.Setting;
import org.gridtorrent.mdtp.http.Credentials;
import org.gridtorrent.mdtp.http.ReplicaClient;
import org.gridtorrent.terminal.UserFolder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens HTTP clients for replicas, with the user's credentials: of ~/.netrc (or NETRC) and web-tokens. */
public final class WebClients {
    private static final Logger LOG = LoggerFactory.getLogger(WebClients.class);

    private final Home home;
    private final Path netrc;
    private final Map<String, String> environment;

    public WebClients(Home home, Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
        netrc = Optional.ofNullable(environment.get("NETRC")).map(Path::of)
                .or(() -> UserFolder.find(environment).map(folder -> folder.resolve(".netrc")))
                .orElse(Path.of("/dev/null"));
        this.home = home;
    }

    /**
     * Reads the credentials, and the authorities that the user named, anew; an {@link IOException} if
     * others may read the credentials or there is no certificate.
     */
    public ReplicaClient open() throws IOException {
        return open(Credentials.load(netrc, home.webTokens()), authorities());
    }

    /** The same, but without credentials and named authorities if they cannot be read; that is logged. */
    public ReplicaClient openInAnyCase() {
        try {
            return open();
        } catch (IOException e) {
            LOG.warn("web servers are asked without credentials: {}", e.getMessage());
            return open(Credentials.NONE, List.of());
        }
    }

    private List<X509Certificate> authorities() throws IOException {
        try {
            Optional<String> file = Configuration.read(environment, home)
                    .optionalText(Setting.CA);
            return file.isPresent() ? WebTrust.read(Path.of(file.get())) : List.of();
        } catch (ConfigException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private ReplicaClient open(Credentials credentials, List<X509Certificate> authorities) {
        return new ReplicaClient(WebTrust.context(authorities, environment), credentials,
                environment);
    }
}
