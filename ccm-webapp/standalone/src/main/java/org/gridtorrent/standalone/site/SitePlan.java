package org.gridtorrent.standalone.site;

import java.io.IOException;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.gridtorrent.catalog.device.CopyWaits;
import org.gridtorrent.ccm.mail.MailServer;
import org.gridtorrent.metainfo.address.ServerUri;
import org.gridtorrent.standalone.home.DatabaseAccess;
import org.gridtorrent.standalone.home.HostPort;
import org.gridtorrent.standalone.home.SiteHome;
import org.gridtorrent.standalone.home.SiteSettings;
import org.jspecify.annotations.Nullable;

/**
 * What a start was told; what it was not told is worked out here.
 *
 * @param announce where stock BitTorrent clients announce; null for a site that is not open to them
 * @param waits of the rules for copies
 * @param mail who takes the site's mail; empty for a site that sends none
 * @param files whether single files are given on the pages
 * @param database null for the one that the last start was told, at first the embedded one
 */
public record SitePlan(HostPort http, HostPort tracker, @Nullable HostPort announce,
        PublicAddresses addresses,
        @Nullable DatabaseAccess database, @Nullable String site, CopyWaits waits,
        Optional<MailServer> mail, boolean files) {
    private static final String DEFAULT_SITE = "site";

    String siteOrDefault() {
        return site == null ? DEFAULT_SITE : site;
    }

    /** The addresses at which it listens. */
    List<String> listen() {
        return Stream.of(Optional.of(http), Optional.of(tracker), Optional.ofNullable(announce))
                .flatMap(Optional::stream).map(HostPort::toString).toList();
    }

    /** Never an empty one in the place of the one that the site has. */
    DatabaseAccess databaseIn(SiteHome home) throws IOException {
        if (database != null) {
            return database;
        }
        return home.isSite()
                ? SiteSettings.read(home).access(home)
                : DatabaseAccess.embedded(home);
    }

    URI pages(int port) throws UnknownHostException {
        return addresses.pages() != null
                ? addresses.pages()
                : URI.create("http://" + new HostPort(addresses.name(http.host()), port));
    }

    URI trackerUrl(int port) throws UnknownHostException {
        return addresses.tracker() != null
                ? addresses.tracker()
                : URI.create("https://"
                        + new HostPort(
                                PublicAddresses.requireForTls(addresses.name(tracker.host())),
                                port));
    }

    /** What stock clients are given as their tracker; null for a site that is not open to them. */
    @Nullable
    URI announceUrl(int port) throws UnknownHostException {
        return announce == null
                ? null
                : URI.create(
                        "http://" + new HostPort(addresses.name(announce.host()), port)
                                + "/announce");
    }

    /** Every name by which a client may ask for this machine; the tracker's certificate has them. */
    Set<String> hosts() throws UnknownHostException {
        Set<String> hosts = new LinkedHashSet<>();
        hosts.add(addresses.name(tracker.host()));
        hosts.add(addresses.name(http.host()));
        if (addresses.pages() != null) {
            ServerUri.host(addresses.pages()).ifPresent(hosts::add);
        }
        hosts.add("localhost");
        hosts.add("127.0.0.1");
        return hosts;
    }
}
