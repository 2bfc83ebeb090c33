package org.gridtorrent.ccm.http;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;

/** The page that a request says it comes from: of its address, only ever a path of this site, below its root. */
final class Referer {
    private Referer() {}

    /** Whatever the site that it names: its path here. */
    static Optional<String> path(HttpServletRequest request) {
        return uri(request).flatMap(page -> local(page, request.getContextPath()));
    }

    /** When it is a page of this site, under the name that the request itself goes to. */
    static Optional<String> own(HttpServletRequest request) {
        String host = request.getHeader("Host");
        return uri(request)
                .filter(page -> host != null && page.getRawAuthority() != null
                        && page.getRawAuthority().toLowerCase(Locale.ROOT)
                                .equals(host.toLowerCase(Locale.ROOT)))
                .flatMap(page -> local(page, request.getContextPath()));
    }

    private static Optional<URI> uri(HttpServletRequest request) {
        try {
            return Optional.ofNullable(request.getHeader("Referer")).map(URI::create);
        } catch (IllegalArgumentException broken) {
            return Optional.empty();
        }
    }

    private static Optional<String> local(URI page, String root) {
        String whole = page.getRawPath() == null ? "" : page.getRawPath();
        String path = whole.startsWith(root) ? whole.substring(root.length()) : "";
        String query = page.getRawQuery();
        return Optional.of(LocalPath.orElse(query == null ? path : path + "?" + query, ""))
                .filter(known -> !known.isEmpty());
    }
}
