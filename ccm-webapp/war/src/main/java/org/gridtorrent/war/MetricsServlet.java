package org.gridtorrent.war;

import static java.util.Objects.requireNonNullElse;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.gridtorrent.ccm.metrics.MetricsToken;
import org.gridtorrent.ccm.metrics.SiteMetrics;

/** What this node measures, for whoever has the token. */
final class MetricsServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private final transient SiteMetrics metrics;
    private final transient MetricsToken token;

    MetricsServlet(SiteMetrics metrics, MetricsToken token) {
        this.metrics = metrics;
        this.token = token;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        response.setHeader("Cache-Control", "no-store");
        if (token.isIn(requireNonNullElse(request.getHeader("Authorization"), ""))) {
            response.setContentType(SiteMetrics.TYPE);
            response.getWriter().write(metrics.text());
        } else {
            response.setStatus(401);
            response.setHeader("WWW-Authenticate", "Bearer");
            response.setContentType("text/plain; charset=utf-8");
            response.getWriter().write("Show the token of gridtorrent.metrics-token-file.\n");
        }
    }
}
