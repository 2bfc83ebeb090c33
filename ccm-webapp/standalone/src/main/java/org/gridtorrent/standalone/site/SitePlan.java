package org.gridtorrent.standalone.site;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.LinkedHashSet;
import java.util.Set;
import org.gridtorrent.standalone.home.DatabaseAccess;
import org.gridtorrent.standalone.home.SiteHome;
import org.gridtorrent.standalone.home.SiteSettings;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.ExitStatus;
import org.jspecify.annotations.Nullable;

/**
 * What a start was told; what it was not told is worked out here.
 *
 * @param announce where stock BitTorrent clients announce; null for a site that is not open to them
 * @param database null for the one that the last start was told, at first the embedded one
 */
public record SitePlan(HostPort http, HostPort tracker, @Nullable HostPort announce,
        @Nullable String host, @Nullable URI pagesUrl, @Nullable DatabaseAccess database,
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

    /** Never an empty one in the place of the one that the site has. */
    DatabaseAccess databaseIn(SiteHome home) throws IOException {
        if (database != null) {
            return database;
        }
        DatabaseAccess embedded = DatabaseAccess.embedded(home);
        DatabaseAccess last = home.isSite() ? SiteSettings.read(home).access() : embedded;
        return last.isEmbedded() ? embedded : last;
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
