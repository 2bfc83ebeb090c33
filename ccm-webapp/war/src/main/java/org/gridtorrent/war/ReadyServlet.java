package org.gridtorrent.war;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.gridtorrent.catalog.Catalog;

/** Whether this node can serve, for whoever hands requests to it. */
final class ReadyServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private final transient Catalog catalog;

    ReadyServlet(Catalog catalog) {
        this.catalog = catalog;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        var problem = catalog.unready();
        response.setStatus(problem.isEmpty() ? 200 : 503);
        response.setContentType("text/plain; charset=utf-8");
        response.setHeader("Cache-Control", "no-store");
        response.getWriter().write(problem.orElse("ready") + "\n");
    }
}
