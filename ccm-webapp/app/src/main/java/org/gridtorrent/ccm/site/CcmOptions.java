package org.gridtorrent.ccm.site;

import java.net.URI;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gridtorrent.ccm.mail.MailServer;
import org.gridtorrent.metainfo.address.ServerUri;

/**
 * What the pages need to know of their site.
 *
 * @param siteName what people call the site; in every page's title
 * @param pagesUrl where people reach the pages; decides whether cookies are for HTTPS alone, and below which path
 *     all pages lie
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

    private static final Pattern ROOT = Pattern.compile("((?:/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*)/?");

    public CcmOptions {
        hosts = Set.copyOf(hosts);
        if (ServerUri.host(pagesUrl).isEmpty()) {
            throw new IllegalArgumentException("The pages' address has no host: " + pagesUrl);
        }
        var _ = rootOf(pagesUrl);
    }

    /** The path below which all pages lie: empty, or with a slash in front and none at its end. */
    public String root() {
        return rootOf(pagesUrl);
    }

    /**
     * The same, of an address that is not known to be usable.
     *
     * @throws IllegalArgumentException if no pages can lie there; the message is a clause that follows the address
     */
    public static String rootOf(URI pagesUrl) {
        Matcher path = ROOT.matcher(Objects.requireNonNullElse(pagesUrl.getRawPath(), ""));
        if (pagesUrl.getRawQuery() != null || !path.matches()) {
            throw new IllegalArgumentException("has more behind its host than a path of letters,"
                    + " digits and - . _ ~, such as /grid");
        }
        return path.group(1);
    }
}
