package org.gridtorrent.client.gateway;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Address {@code gridjet://SITE/ID/path} of a data set, or of something in it.
 *
 * @param site host and port of the site's pages, in lower case; without a port where that is the scheme's own
 * @param path below the data set's own folder, decoded, without a slash at either end; may be empty
 */
public record GridjetUrl(String site, String datasetId, String path) {
    private static final Pattern PATH = Pattern.compile("/([a-z0-9]{1,40})(?:/(.*?))?/?");

    /** {@link IllegalArgumentException} says what is wrong. */
    public static GridjetUrl parse(String text) {
        URI uri;
        try {
            uri = new URI(text);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("it is no address: " + e.getReason(), e);
        }
        if (!"gridjet".equalsIgnoreCase(uri.getScheme()) || uri.getRawAuthority() == null) {
            throw new IllegalArgumentException("it does not begin with gridjet://SITE/");
        }
        Matcher path = PATH.matcher(uri.getPath());
        if (!path.matches() || uri.getRawUserInfo() != null) {
            throw new IllegalArgumentException("it does not have the form gridjet://SITE/ID/path");
        }
        return new GridjetUrl(uri.getRawAuthority().toLowerCase(Locale.ROOT), path.group(1),
                path.group(2) == null ? "" : path.group(2));
    }

    /** Whether it is of the site with these pages. */
    public boolean isOf(URI pages) {
        return site.equalsIgnoreCase(pages.getRawAuthority());
    }
}
