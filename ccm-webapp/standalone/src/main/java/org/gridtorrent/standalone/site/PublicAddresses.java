package org.gridtorrent.standalone.site;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Set;
import org.gridtorrent.ccm.site.CcmOptions;
import org.gridtorrent.metainfo.address.ServerUri;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.MachineName;
import org.jspecify.annotations.Nullable;

/**
 * Addresses at which others reach the site, if they differ from those at which it listens.
 *
 * @param host the name of this machine, or of what stands before it
 * @param pages the pages' address as people type it; all pages lie below its path
 * @param tracker the tracker's address as machines are told it
 * @param proxies addresses of web servers that hand on requests to the pages, and are believed whose
 * @param balancers addresses from which a balancer hands on connections to the tracker
 */
public record PublicAddresses(@Nullable String host, @Nullable URI pages, @Nullable URI tracker,
        Set<InetAddress> proxies, Set<InetAddress> balancers) {
    /** As it listens. */
    public static final PublicAddresses AS_LISTENING = new PublicAddresses(null, null, null,
            Set.of(), Set.of());

    public PublicAddresses {
        proxies = Set.copyOf(proxies);
        balancers = Set.copyOf(balancers);
        if (host != null) {
            requireForTls(host);
        }
        requireForTls(pages);
        requireForTls(tracker);
        requirePossible(pages);
        if (tracker != null && tracker.getPort() < 0) {
            throw CommandFailure.wrongUsage("'" + tracker + "' is not https://HOST:PORT");
        }
    }

    private static void requirePossible(@Nullable URI pages) {
        if (pages != null) {
            try {
                var _ = CcmOptions.rootOf(pages);
            } catch (IllegalArgumentException e) {
                throw CommandFailure.wrongUsage("--pages-url: '" + pages + "' " + e.getMessage());
            }
        }
    }

    private static void requireForTls(@Nullable URI address) {
        if (address != null && "https".equals(address.getScheme())) {
            requireForTls(ServerUri.host(address).orElse(""));
        }
    }

    /** The name, if certificates can be for it: the tracker is reached over TLS alone. */
    static String requireForTls(String name) {
        if (name.contains("_")) {
            throw CommandFailure.wrongUsage("the host name '" + name + "' has an underscore, and"
                    + " no TLS certificate can be for such a name; give this machine another name,"
                    + " such as " + name.replace('_', '-') + ", and say it with --host");
        }
        return name;
    }

    /** The name for a listener: one at all addresses is reached by the machine's name. */
    String name(String listening) throws UnknownHostException {
        if (host != null) {
            return host;
        }
        return InetAddress.getByName(listening).isAnyLocalAddress()
                ? MachineName.resolvable()
                        .orElseThrow(() -> CommandFailure.wrongUsage("this machine's"
                                + " name " + MachineName.label()
                                + " leads to no address, so others cannot"
                                + " reach it by that; name it with --host"))
                : listening;
    }
}
