package org.gridtorrent.client.web;

import java.io.IOException;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.gridtorrent.client.config.Home;
import org.gridtorrent.mdtp.http.Credentials;
import org.gridtorrent.mdtp.http.ReplicaClient;
import org.gridtorrent.terminal.UserFolder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens HTTP clients for replicas, with the user's credentials: of ~/.netrc (or NETRC) and web-tokens. */
public final class WebClients {
    private static final Logger LOG = LoggerFactory.getLogger(WebClients.class);

    private final Path netrc;
    private final Path tokens;
    private final Map<String, String> environment;

    public WebClients(Home home, Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
        netrc = Optional.ofNullable(environment.get("NETRC")).map(Path::of)
                .or(() -> UserFolder.find(environment).map(folder -> folder.resolve(".netrc")))
                .orElse(Path.of("/dev/null"));
        tokens = home.webTokens();
    }

    /** Reads the credentials anew; an {@link IOException} if others may read one of the files. */
    public ReplicaClient open() throws IOException {
        return open(Credentials.load(netrc, tokens));
    }

    /** The same, but without credentials if they cannot be read; that is logged. */
    public ReplicaClient openInAnyCase() {
        try {
            return open();
        } catch (IOException e) {
            LOG.warn("web servers are asked without credentials: {}", e.getMessage());
            return open(Credentials.NONE);
        }
    }

    private ReplicaClient open(Credentials credentials) {
        try {
            return new ReplicaClient(SSLContext.getDefault(), credentials, environment);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has TLS", e);
        }
    }
}
