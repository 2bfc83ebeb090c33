package org.gridtorrent.ccm.http;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;

/**
 * Turns away requests for other host names and from other sites' pages, and sets the security
 * headers of every answer.
 *
 * <p>
 * The host names stop DNS rebinding: a page of another name that resolves to this address is not
 * served. {@code Sec-Fetch-Site} is what browsers themselves say about who sends a form; programs
 * that are no browsers send none and have no cookies to abuse.
 */
public final class Guard implements Filter {
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; "
            + "img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
            + "frame-ancestors 'none'";

    private final Set<String> hosts;
    private final boolean https;

    public Guard(Set<String> hosts, boolean https) {
        this.hosts = Set.copyOf(hosts);
        this.https = https;
    }

    @Override
    public void doFilter(ServletRequest anyRequest, ServletResponse anyResponse, FilterChain chain)
            throws IOException, ServletException {
        var request = (HttpServletRequest) anyRequest;
        var response = (HttpServletResponse) anyResponse;
        headers(response);
        if (!hosts.contains(host(request))) {
            refuse(response, 421, "This site goes by another name than the one asked for.\n");
        } else if (!safe(request.getMethod()) && !sameSite(request)) {
            refuse(response, 403, "Forms are taken from this site's own pages only.\n");
        } else {
            chain.doFilter(request, response);
        }
    }

    private void headers(HttpServletResponse response) {
        response.setHeader("Content-Security-Policy", POLICY);
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader("X-Frame-Options", "DENY");
        response.setHeader("Referrer-Policy", "same-origin");
        response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
        response.setHeader("Cross-Origin-Resource-Policy", "same-origin");
        response.setHeader("Permissions-Policy", "camera=(), microphone=(), geolocation=()");
        response.setHeader("Cache-Control", "no-store");
        if (https) {
            response.setHeader("Strict-Transport-Security", "max-age=31536000");
        }
    }

    private static String host(HttpServletRequest request) {
        String name = request.getServerName();
        return name == null ? "" : plain(name);
    }

    /** Lower case and without the brackets of an IPv6 address. */
    static String plain(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        return name.startsWith("[") && name.endsWith("]")
                ? name.substring(1, name.length() - 1)
                : name;
    }

    private static boolean safe(String method) {
        return method.equals("GET") || method.equals("HEAD");
    }

    private static boolean sameSite(HttpServletRequest request) {
        String from = request.getHeader("Sec-Fetch-Site");
        return from == null || from.equals("same-origin") || from.equals("none");
    }

    private static void refuse(HttpServletResponse response, int status, String text)
            throws IOException {
        response.setStatus(status);
        response.setContentType("text/plain; charset=utf-8");
        response.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    }
}
