package org.gridtorrent.identity;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A device's name in its certificate: the URI SAN {@code gridtorrent://SITE/user/UID/device/DID}.
 * SITE is a label of at most 63 letters {@code [a-z0-9.-]}.
 */
public record DeviceName(String site, String userId, String deviceId) {
    private static final Pattern SITE = Pattern.compile("[a-z0-9](?:[a-z0-9.-]{0,61}[a-z0-9])?");
    private static final Pattern URI = Pattern
            .compile("gridtorrent://([^/]+)/user/([^/]+)/device/([^/]+)");
    private static final int URI_SAN = 6;

    public DeviceName {
        checkSite(site);
        Ids.check(userId);
        Ids.check(deviceId);
    }

    /** Returns the label, or throws IllegalArgumentException when it cannot name a site. */
    public static String checkSite(String site) {
        if (!SITE.matcher(site).matches()) {
            throw new IllegalArgumentException("'" + Texts.printable(site)
                    + "' is not a site's name: write small letters, digits, '.' and '-', 63 at most");
        }
        return site;
    }

    /** Throws IllegalArgumentException on anything but the exact form. */
    public static DeviceName parse(String uri) {
        var matcher = URI.matcher(uri);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not a device's name: " + Texts.printable(uri));
        }
        return new DeviceName(matcher.group(1), matcher.group(2), matcher.group(3));
    }

    /** The name in a certificate that has exactly one subject alternative name, a device's URI. */
    public static DeviceName of(X509Certificate certificate) throws IdentityException {
        try {
            Collection<List<?>> names = certificate.getSubjectAlternativeNames();
            if (names == null || names.size() != 1) {
                throw new IdentityException("the certificate does not have exactly one name");
            }
            List<?> name = names.iterator().next();
            if (!(name.get(0) instanceof Integer kind) || kind != URI_SAN) {
                throw new IdentityException("the certificate's name is not a URI");
            }
            return parse(String.valueOf(name.get(1)));
        } catch (CertificateParsingException | IllegalArgumentException e) {
            throw new IdentityException("the certificate does not name a device", e);
        }
    }

    public String uri() {
        return "gridtorrent://" + site + "/user/" + userId + "/device/" + deviceId;
    }
}
