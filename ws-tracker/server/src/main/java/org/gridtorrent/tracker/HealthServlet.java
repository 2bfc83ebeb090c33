package org.gridtorrent.tracker;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.gridtorrent.catalog.Catalog;

/** {@code /health}: 200 while the database answers, else 503. */
final class HealthServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    private final transient Catalog catalog;

    HealthServlet(Catalog catalog) {
        this.catalog = catalog;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        boolean alive = catalog.isAlive();
        response.setStatus(alive ? 200 : 503);
        response.setContentType("text/plain");
        response.getOutputStream().println(alive ? "ok" : "the database does not answer");
    }
}
