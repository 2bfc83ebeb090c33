package org.gridtorrent.metainfo.address;

import java.net.IDN;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parser of server addresses, more tolerant than {@link URI}: scheme, host, and what may follow (RFC 3986).
 *
 * <p>Blanks around the address and tabs and line breaks in it are dropped. Scheme and host are made lower case, and
 * international names ASCII (IDNA). What may not stand in a path or query is percent-encoded, as is a percent sign
 * without two digits. A fragment is dropped.
 *
 * <p>Host names may have underscores, as those of Docker Compose do. {@link URI#getHost} knows none of those: host and
 * port are read by {@link #host} and {@link #port}.
 */
public final class ServerUri {
    /** Characters of an address. */
    public static final int MAX_LENGTH = 8_192;

    private static final int MAX_HOST_LENGTH = 253;
    private static final int MAX_PORT = 65_535;
    private static final Pattern DROPPED = Pattern.compile("[\\t\\r\\n]");
    private static final Pattern FORM = Pattern
            .compile("([A-Za-z][A-Za-z0-9+.-]*)://([^/?#]*)([^#]*)(?:#.*)?", Pattern.DOTALL);
    private static final Pattern AUTHORITY = Pattern.compile(
            "(?:(?<user>.*)@)?(?<host>\\[[0-9A-Fa-f:.]+(?:%[A-Za-z0-9._~-]+)?\\]|[^:@\\[\\]]*)(?::(?<port>[0-9]*))?",
            Pattern.DOTALL);
    private static final Pattern HOST_NAME = Pattern
            .compile("(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\\.)*"
                    + "[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\\.?");
    private static final Pattern TRAILING_SLASHES = Pattern.compile("/+$");
    /** Of RFC 3986, beside letters and digits. */
    private static final String ALLOWED = "-._~!$&'()*+,;=:@/?";

    private ServerUri() {}

    /**
     * Parses an address of one of the schemes.
     *
     * @throws IllegalArgumentException if it cannot be used; the message is a clause that follows the address
     */
    public static URI parse(String text, Collection<String> schemes) {
        URI uri = parse(text);
        if (!schemes.contains(uri.getScheme())) {
            throw new IllegalArgumentException(
                    "does not begin with " + String.join(":// or ", schemes) + "://");
        }
        return uri;
    }

    /**
     * Parses an address of any scheme.
     *
     * @throws IllegalArgumentException if it cannot be used; the message is a clause that follows the address
     */
    public static URI parse(String text) {
        if (text.length() > MAX_LENGTH) {
            throw new IllegalArgumentException("is longer than " + MAX_LENGTH + " characters");
        }
        Matcher parts = FORM.matcher(DROPPED.matcher(text.strip()).replaceAll(""));
        if (!parts.matches()) {
            throw new IllegalArgumentException("has no scheme such as http:// in front");
        }
        Matcher authority = AUTHORITY.matcher(parts.group(2));
        if (!authority.matches()) {
            throw new IllegalArgumentException("has no HOST or HOST:PORT after its scheme");
        }
        String user = Optional.ofNullable(authority.group("user"))
                .map(name -> encoded(name).replaceAll("[@/?]", "") + "@").orElse("");
        return URI.create(parts.group(1).toLowerCase(Locale.ROOT) + "://" + user
                + hostOf(authority.group("host"))
                + portSuffix(Optional.ofNullable(authority.group("port")).orElse(""))
                + encoded(parts.group(3)));
    }

    /**
     * Resolves what a redirect names, an address or a part of one, against the address that it came from.
     *
     * @throws IllegalArgumentException if it cannot be used; the message is a clause that follows the address
     */
    public static URI resolve(URI base, String reference) {
        if (reference.length() > MAX_LENGTH) {
            throw new IllegalArgumentException("is longer than " + MAX_LENGTH + " characters");
        }
        String text = DROPPED.matcher(reference.strip()).replaceAll("");
        return parse(FORM.matcher(text).matches()
                ? text
                : base.resolve(encoded(text.replaceFirst("(?s)#.*", ""))).toString());
    }

    /**
     * The address of what lies at a path below a base, whose own path stays in front.
     *
     * @param base without a query; a slash at its end does not count
     * @param path what follows, encoded, with a slash in front; it may have a query
     */
    public static URI below(URI base, String path) {
        return URI.create(TRAILING_SLASHES.matcher(base.toString()).replaceFirst("") + path);
    }

    /** The name in lower case and ASCII; an IPv6 address in brackets as it is. */
    private static String hostOf(String written) {
        if (written.isEmpty()) {
            throw new IllegalArgumentException("has no host after its scheme");
        }
        if (written.startsWith("[")) {
            return numeric(written);
        }
        return hostName(written, "has a host name that no host can have");
    }

    /**
     * A host name in lower case and ASCII.
     *
     * @throws IllegalArgumentException if it is none; the message is a clause that follows the name
     */
    public static String hostName(String written) {
        return hostName(written.strip(), "is a name that no host can have");
    }

    private static String hostName(String written, String refusal) {
        String name;
        try {
            name = IDN.toASCII(written, IDN.ALLOW_UNASSIGNED).toLowerCase(Locale.ROOT);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(refusal, e);
        }
        if (name.length() > MAX_HOST_LENGTH || !HOST_NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(refusal);
        }
        return name;
    }

    private static String numeric(String written) {
        try {
            return URI.create("http://" + written).getHost().toLowerCase(Locale.ROOT);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("has no IPv6 address in its brackets", e);
        }
    }

    private static String portSuffix(String digits) {
        if (digits.isEmpty()) {
            return "";
        }
        int port = digits.length() > 5 ? 0 : Integer.parseInt(digits);
        if (port < 1 || port > MAX_PORT) {
            throw new IllegalArgumentException("has a port that is not from 1 to " + MAX_PORT);
        }
        return ":" + port;
    }

    private static String encoded(String text) {
        var out = new StringBuilder(text.length() + 16);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < bytes.length; i++) {
            char letter = (char) (bytes[i] & 0xff);
            boolean isAllowed = letter < 0x80
                    && (Character.isLetterOrDigit(letter) || ALLOWED.indexOf(letter) >= 0);
            if (isAllowed || (letter == '%' && isHex(bytes, i + 1) && isHex(bytes, i + 2))) {
                out.append(letter);
            } else {
                out.append("%%%02X".formatted((int) letter));
            }
        }
        return out.toString();
    }

    private static boolean isHex(byte[] bytes, int at) {
        return at < bytes.length && Character.digit(bytes[at], 16) >= 0;
    }

    /** The host: a name, or an address, IPv6 in brackets; empty if there is none. */
    public static Optional<String> host(URI uri) {
        return uri.getHost() != null
                ? Optional.of(uri.getHost())
                : authority(uri).map(parts -> parts.group("host")).filter(name -> !name.isEmpty());
    }

    /** The port; -1 if there is none. */
    public static int port(URI uri) {
        if (uri.getHost() != null) {
            return uri.getPort();
        }
        return authority(uri).map(parts -> parts.group("port"))
                .filter(digits -> !digits.isEmpty() && digits.length() <= 5)
                .map(Integer::parseInt).orElse(-1);
    }

    private static Optional<Matcher> authority(URI uri) {
        return Optional.ofNullable(uri.getRawAuthority()).map(AUTHORITY::matcher)
                .filter(Matcher::matches);
    }
}
