package org.gridtorrent.client.replica;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.gridtorrent.mdtp.http.AddressPolicy;
import org.gridtorrent.metainfo.address.ServerUri;

/**
 * Policy for addresses that somebody typed at a site: they lead to no host that is nearer than the site.
 *
 * <p>The site's name is resolved each time, since a portable machine moves between networks. While it has no
 * address, the hosts of the internet alone are allowed. Thread-safe; may block for the name service.
 */
public final class ReplicaPolicy implements Supplier<AddressPolicy> {
    private final Optional<String> site;
    private final Resolver resolver;

    /** Finds the addresses of a host. */
    @FunctionalInterface
    interface Resolver {
        InetAddress[] resolve(String host) throws UnknownHostException;
    }

    /** @param site any address of it */
    public ReplicaPolicy(URI site) {
        this(site, InetAddress::getAllByName);
    }

    ReplicaPolicy(URI site, Resolver resolver) {
        this.site = ServerUri.host(site);
        this.resolver = resolver;
    }

    @Override
    public AddressPolicy get() {
        if (site.isEmpty()) {
            return AddressPolicy.PUBLIC;
        }
        try {
            return AddressPolicy.namedBy(List.of(resolver.resolve(site.get())));
        } catch (UnknownHostException e) {
            return AddressPolicy.PUBLIC;
        }
    }
}
