package org.gridtorrent.ccm;

import java.net.URI;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.Set;
import org.gridtorrent.ccm.admin.Backups;
import org.gridtorrent.ccm.files.FileSource;
import org.gridtorrent.ccm.mail.MailServer;
import org.gridtorrent.metainfo.address.ServerUri;

/**
 * What the pages need to know of their site.
 *
 * @param siteName what people call the site; in every page's title
 * @param pagesUrl where people reach the pages; decides whether cookies are for HTTPS alone
 * @param trackerUrl where devices reach the tracker
 * @param caCertificate what the site's devices trust
 * @param announce where stock BitTorrent clients announce; empty for a site that is not open to them
 * @param hosts further host names by which the pages may be asked for, without ports
 * @param mail who takes the site's mail; empty for a site that sends none
 * @param home the site's folder, whose disk has to have room; empty where the pages have none
 * @param backups made on the administrator's page; empty where the database has its own tools for that
 * @param files where single files come from; empty where the pages give none
 */
public record CcmOptions(String siteName, URI pagesUrl, URI trackerUrl,
        X509Certificate caCertificate, Optional<URI> announce, Set<String> hosts,
        Optional<MailServer> mail, Optional<Path> home,
        Optional<Backups> backups, Optional<FileSource> files) {

    public CcmOptions {
        hosts = Set.copyOf(hosts);
        if (ServerUri.host(pagesUrl).isEmpty()) {
            throw new IllegalArgumentException("The pages' address has no host: " + pagesUrl);
        }
    }
}
