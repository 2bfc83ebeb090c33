package org.gridtorrent.ccm.home;

import java.util.Map;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.ccm.http.Reply;
import org.gridtorrent.ccm.site.CcmOptions;
import org.gridtorrent.identity.CertificateAuthority;
import org.gridtorrent.identity.IdentityException;
import org.gridtorrent.identity.Pem;

/** Describes the site and its health to programs. Safe for use by several threads. */
final class SitePages {
    private final CcmOptions options;
    private final Catalog catalog;

    SitePages(CcmOptions options, Catalog catalog) {
        this.options = options;
        this.catalog = catalog;
    }

    /** Returns what a device needs to know before it enrols; the enrolment code proves the certificate. */
    Reply discovery() throws IdentityException {
        return new Reply.Json(200, Map.of(
                "site", CertificateAuthority.siteOf(options.caCertificate()),
                "pagesUrl", options.pagesUrl().toString(),
                "trackerUrl", options.trackerUrl().toString(),
                "caCertificate", Pem.encode(options.caCertificate())));
    }

    Reply health() {
        return catalog.isAlive()
                ? new Reply.Text(200, "ok\n")
                : new Reply.Text(503, "the database does not answer\n");
    }
}
