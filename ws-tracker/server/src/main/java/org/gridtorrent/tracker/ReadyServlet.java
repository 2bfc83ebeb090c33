package org.gridtorrent.tracker;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.gridtorrent.catalog.Catalog;

/** {@code /ready}: 200 while this node can serve requests, else 503 and why not. */
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
        response.setContentType("text/plain");
        response.getOutputStream().println(problem.orElse("ready"));
    }
}
