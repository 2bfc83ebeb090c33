package org.gridtorrent.client.web;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.gridtorrent.client.config.Home;
import org.gridtorrent.mdtp.http.Credentials;
import org.gridtorrent.mdtp.http.ReplicaClient;
import org.gridtorrent.terminal.UserFolder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens HTTP clients for replicas, with the user's credentials: of ~/.netrc (or NETRC) and web-tokens.
 *
 * <p>The netrc file of a user without a folder, as in a container, is beside web-tokens.
 */
public final class WebClients {
    private static final Logger LOG = LoggerFactory.getLogger(WebClients.class);

    private final Home home;
    private final Path netrc;
    private final Map<String, String> environment;

    public WebClients(Home home, Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
        netrc = Optional.ofNullable(environment.get("NETRC")).map(Path::of)
                .or(() -> UserFolder.find(environment).map(folder -> folder.resolve(".netrc")))
                .orElseGet(() -> home.webTokens().resolveSibling(".netrc"));
        this.home = home;
    }

    /**
     * Reads the credentials, and the authorities that the user named, anew; an {@link IOException} if
     * their files cannot be read or hold something else.
     */
    public ReplicaClient open() throws IOException {
        return open(WebAuthorities.trusted(home, environment), credentials());
    }

    /** The same, but without what cannot be read; that is logged. */
    public ReplicaClient openInAnyCase() {
        return open(readableAuthorities(), readableCredentials());
    }

    private SSLContext readableAuthorities() {
        try {
            return WebAuthorities.trusted(home, environment);
        } catch (IOException e) {
            LOG.warn(
                    "web servers are asked without the certificate authorities that were named: {}",
                    e.getMessage());
            return WebTrust.context(List.of(), environment);
        }
    }

    private Credentials readableCredentials() {
        try {
            return credentials();
        } catch (IOException e) {
            LOG.warn("web servers are asked without credentials: {}", e.getMessage());
            return Credentials.NONE;
        }
    }

    private Credentials credentials() throws IOException {
        return Credentials.load(netrc, home.webTokens());
    }

    private ReplicaClient open(SSLContext tls, Credentials credentials) {
        return new ReplicaClient(tls, credentials, environment);
    }
}
