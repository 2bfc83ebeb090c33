package org.gridtorrent.standalone.metrics;

import java.util.Objects;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.ccm.metrics.MetricsToken;
import org.gridtorrent.ccm.metrics.SiteMetrics;

/**
 * {@code /ready}, for whoever hands requests to this node, and {@code /metrics}, for whoever has the
 * token. Both are asked for by any name of the machine, so they stand before the pages.
 */
public final class WatchPages extends Handler.Wrapper {
    private static final String TEXT_TYPE = "text/plain; charset=utf-8";

    private final Catalog catalog;
    private final SiteMetrics metrics;
    private final MetricsToken token;

    public WatchPages(Handler pages, Catalog catalog, SiteMetrics metrics, MetricsToken token) {
        super(pages);
        this.catalog = catalog;
        this.metrics = metrics;
        this.token = token;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback)
            throws Exception {
        switch (Request.getPathInContext(request)) {
            case "/ready" -> ready(response, callback);
            case "/metrics" -> metrics(request, response, callback);
            default -> {
                long beginNs = System.nanoTime();
                return super.handle(request, response, Callback.from(callback, () -> metrics
                        .answered(response.getStatus(), System.nanoTime() - beginNs)));
            }
        }
        return true;
    }

    private void ready(Response response, Callback callback) {
        var problem = catalog.unready();
        answer(response, problem.isEmpty() ? 200 : 503, TEXT_TYPE,
                problem.orElse("ready") + "\n", callback);
    }

    private void metrics(Request request, Response response, Callback callback) {
        String shown = Objects.requireNonNullElse(
                request.getHeaders().get(HttpHeader.AUTHORIZATION), "");
        if (token.isIn(shown)) {
            answer(response, 200, SiteMetrics.TYPE, metrics.text(), callback);
        } else {
            response.getHeaders().put(HttpHeader.WWW_AUTHENTICATE, "Bearer");
            answer(response, 401, TEXT_TYPE,
                    "Show the token that is in the file metrics-token of the site's home.\n",
                    callback);
        }
    }

    private static void answer(Response response, int status, String type, String text,
            Callback callback) {
        response.setStatus(status);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, type);
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
        Content.Sink.write(response, true, text, callback);
    }
}
