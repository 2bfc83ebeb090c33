package org.gridtorrent.catalog.replica;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import org.gridtorrent.catalog.dataset.Content.Access;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.refusal.Field;
import org.gridtorrent.catalog.refusal.Refused;
import org.gridtorrent.catalog.refusal.TextRules;

/** Rules for the addresses of replicas. */
final class ReplicaUrls {
    private static final int MAX_LENGTH = 2_000;
    private static final int MAX_PORT = 65_535;
    private static final String HTTPS = "https";

    private ReplicaUrls() {}

    /**
     * Parses an address: http or https, with a host, without user information and fragment. What is not ASCII
     * is percent-encoded. INVALID for any other text.
     */
    static URI parse(String typed) {
        String text = TextRules.required(Field.REPLICA_URL, typed, MAX_LENGTH);
        try {
            URI uri = new URI(new URI(text).toASCIIString());
            if (!isWeb(uri) || uri.getRawUserInfo() != null || uri.getRawFragment() != null) {
                throw CatalogException.invalid(Refused.REPLICA_URL);
            }
            String rest = uri.toString().substring(uri.getScheme().length());
            return URI
                    .create(TextRules.required(Field.REPLICA_URL, scheme(uri) + rest, MAX_LENGTH));
        } catch (URISyntaxException e) {
            throw CatalogException.invalid(Refused.REPLICA_URL);
        }
    }

    private static boolean isWeb(URI uri) {
        return (scheme(uri).equals("http") || scheme(uri).equals(HTTPS)) && uri.getHost() != null
                && uri.getPort() != 0 && uri.getPort() <= MAX_PORT;
    }

    private static String scheme(URI uri) {
        return uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    }

    /** INVALID for http, unless everybody on the site may read the content. */
    static void requireSecure(URI url, Access access) {
        if (access != Access.PUBLIC && !url.getScheme().equals(HTTPS)) {
            throw CatalogException.invalid(Refused.REPLICA_HTTPS);
        }
    }

    /** An address without its query, which may hold a secret: for the audit log. */
    static String withoutQuery(URI url) {
        String text = url.toString();
        return url.getRawQuery() == null ? text : text.substring(0, text.indexOf('?'));
    }
}
