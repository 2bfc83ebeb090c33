package org.gridtorrent.standalone.site;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Set;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.MachineName;
import org.jspecify.annotations.Nullable;

/**
 * How others reach the site, where that is not how it listens.
 *
 * @param host the name of this machine, or of what stands before it
 * @param pages the pages' address as people type it
 * @param tracker the tracker's address as machines are told it
 * @param proxies addresses of web servers that hand on requests to the pages, and are believed whose
 * @param balancers addresses from which a balancer hands on connections to the tracker
 */
public record Reach(@Nullable String host, @Nullable URI pages, @Nullable URI tracker,
        Set<InetAddress> proxies, Set<InetAddress> balancers) {
    /** As it listens. */
    public static final Reach AS_LISTENING = new Reach(null, null, null, Set.of(), Set.of());

    public Reach {
        proxies = Set.copyOf(proxies);
        balancers = Set.copyOf(balancers);
        require(pages, Set.of("http", "https"), "an http or https address");
        if (pages != null && pages.getPath() != null && pages.getPath().length() > 1) {
            throw CommandFailure.wrongUsage("'" + pages + "' has the path " + pages.getPath()
                    + ", below which the pages cannot lie; give them a host name or a port of"
                    + " their own");
        }
        require(tracker, Set.of("https"), "https://HOST:PORT");
        if (tracker != null && tracker.getPort() < 0) {
            throw CommandFailure.wrongUsage("'" + tracker + "' is not https://HOST:PORT");
        }
    }

    private static void require(@Nullable URI address, Set<String> schemes, String form) {
        if (address != null
                && (address.getHost() == null || !schemes.contains(address.getScheme()))) {
            throw CommandFailure.wrongUsage("'" + address + "' is not " + form);
        }
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
