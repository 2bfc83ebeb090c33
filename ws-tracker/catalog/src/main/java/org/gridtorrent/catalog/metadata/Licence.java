package org.gridtorrent.catalog.metadata;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;

/**
 * On what terms the data may be used.
 *
 * @param code one of {@link #KNOWN}, as SPDX names it, the address of another licence, or empty for
 *     none stated
 */
public record Licence(String code) {
    public static final Licence NONE = new Licence("");
    public static final List<String> KNOWN = List.of("CC0-1.0", "CC-BY-4.0", "CC-BY-SA-4.0",
            "CC-BY-NC-4.0", "CC-BY-NC-SA-4.0", "ODC-By-1.0", "ODbL-1.0", "PDDL-1.0", "MIT",
            "Apache-2.0");

    public boolean isStated() {
        return !code.isEmpty();
    }

    public boolean isKnown() {
        return KNOWN.contains(code);
    }

    /** Where it can be read; empty when none is stated. */
    public String address() {
        return isKnown() ? "https://spdx.org/licenses/" + code + ".html" : code;
    }

    /** Whether it is one of the list, an address of the web, or none. */
    public boolean isAcceptable() {
        return !isStated() || isKnown() || isWebAddress(code);
    }

    private static boolean isWebAddress(String text) {
        try {
            URI address = new URI(text);
            return ("https".equals(address.getScheme()) || "http".equals(address.getScheme()))
                    && address.getHost() != null;
        } catch (URISyntaxException e) {
            return false;
        }
    }
}
