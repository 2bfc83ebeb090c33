package org.gridtorrent.mdtp.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gridtorrent.metainfo.DisplayText;

/** Web addresses that may be replicas: absolute, http or https, without user information. */
public final class ReplicaUri {

    /** Characters of an address. */
    public static final int MAX_LENGTH = 8_192;

    private static final Pattern QUERY = Pattern.compile("[?#].*", Pattern.DOTALL);
    /** A password may hold any character: unless a port follows the colon, it goes on to the last @. */
    private static final Pattern USER = Pattern.compile(
            "^([a-z][a-z0-9+.-]*:/+|/*)(?:(?!\\[)[^/:@]*:(?!\\d*(?:[/?#]|$)).*|[^/?#]*)@",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private ReplicaUri() {}

    /**
     * Parses an address. Its fragment is dropped, and characters beyond ASCII are encoded.
     *
     * @throws IllegalArgumentException if it is none, in one clause that does not repeat the address
     */
    public static URI parse(String text) {
        return check(uri(requireShort(text)));
    }

    /**
     * The text of an address for messages, without what may be secret in it: user name, password, query and
     * fragment. It need not be a valid address.
     */
    public static String withoutSecrets(String text) {
        Matcher user = USER.matcher(text);
        String address = user.find()
                ? user.group(1) + text.substring(user.end())
                : text;
        return DisplayText.escape(QUERY.matcher(address).replaceFirst(""));
    }

    static String requireShort(String text) {
        if (text.length() > MAX_LENGTH) {
            throw new IllegalArgumentException("longer than " + MAX_LENGTH + " characters");
        }
        return text;
    }

    private static URI uri(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("not an address: " + e.getReason(), e);
        }
    }

    static URI check(URI uri) {
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        if (!scheme.equals("http") && !scheme.equals("https")) {
            throw new IllegalArgumentException("not an http or https address");
        }
        if (uri.getRawUserInfo() != null) {
            throw new IllegalArgumentException(
                    "contains a user name or password; put them into ~/.netrc");
        }
        if (uri.getHost() == null || uri.getPort() == 0 || uri.getPort() > 65_535) {
            throw new IllegalArgumentException("no usable host and port");
        }
        return URI.create(uri.toASCIIString().replaceFirst("#.*", ""));
    }

    /** Scheme, host and port: what credentials and entity tags belong to (RFC 6454). */
    static String origin(URI uri) {
        return uri.getScheme().toLowerCase(Locale.ROOT) + "://"
                + uri.getHost().toLowerCase(Locale.ROOT) + ":" + port(uri);
    }

    static boolean isSameOrigin(URI one, URI other) {
        return origin(one).equals(origin(other));
    }

    static boolean isSecure(URI uri) {
        return uri.getScheme().equalsIgnoreCase("https");
    }

    private static int port(URI uri) {
        if (uri.getPort() >= 0) {
            return uri.getPort();
        }
        return isSecure(uri) ? 443 : 80;
    }
}
