package org.gridtorrent.standalone.site;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.LinkedHashSet;
import java.util.Set;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.standalone.home.SiteHome;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.ExitStatus;
import org.jspecify.annotations.Nullable;

/**
 * What a start was told; what it was not told is worked out here.
 *
 * @param announce where stock BitTorrent clients announce; null for a site that is not open to them
 */
public record SitePlan(HostPort http, HostPort tracker, @Nullable HostPort announce,
        @Nullable String host, @Nullable URI pagesUrl, @Nullable String database,
        @Nullable String site) {
    private static final String DEFAULT_SITE = "site";

    public SitePlan {
        if (pagesUrl != null && (pagesUrl.getHost() == null
                || !Set.of("http", "https").contains(pagesUrl.getScheme()))) {
            throw new CommandFailure(ExitStatus.WRONG_USAGE,
                    "'" + pagesUrl + "' is not an http or https address");
        }
    }

    String siteOrDefault() {
        return site == null ? DEFAULT_SITE : site;
    }

    String databaseIn(SiteHome home) {
        return database == null ? Catalog.embeddedUrl(home.database()) : database;
    }

    URI pages(int port) throws UnknownHostException {
        return pagesUrl != null
                ? pagesUrl
                : URI.create("http://" + new HostPort(reachable(http.host()), port));
    }

    URI trackerUrl(int port) throws UnknownHostException {
        return URI.create("https://" + new HostPort(reachable(tracker.host()), port));
    }

    /** What stock clients are given as their tracker; null for a site that is not open to them. */
    @Nullable
    URI announceUrl(int port) throws UnknownHostException {
        return announce == null
                ? null
                : URI.create(
                        "http://" + new HostPort(reachable(announce.host()), port) + "/announce");
    }

    /** Every name by which a client may ask for this machine; the tracker's certificate has them. */
    Set<String> hosts() throws UnknownHostException {
        Set<String> hosts = new LinkedHashSet<>();
        hosts.add(reachable(tracker.host()));
        hosts.add(reachable(http.host()));
        if (host != null) {
            hosts.add(host);
        }
        if (pagesUrl != null) {
            hosts.add(pagesUrl.getHost());
        }
        hosts.add("localhost");
        hosts.add("127.0.0.1");
        return hosts;
    }

    /** A listener at all addresses is reached by the machine's name. */
    private String reachable(String listening) throws UnknownHostException {
        if (host != null) {
            return host;
        }
        return InetAddress.getByName(listening).isAnyLocalAddress()
                ? InetAddress.getLocalHost().getHostName()
                : listening;
    }
}
