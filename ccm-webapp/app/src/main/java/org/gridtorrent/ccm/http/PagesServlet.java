package org.gridtorrent.ccm.http;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Supplier;
import org.gridtorrent.catalog.audit.AuditChannel;
import org.gridtorrent.catalog.audit.AuditContext;
import org.gridtorrent.catalog.db.DatabaseException;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.ccm.http.Routes.Door;
import org.gridtorrent.ccm.ui.Frame;
import org.gridtorrent.ccm.ui.Templates;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers browsers: finds out who asks, checks the form's token, and lets the page's own class
 * answer. Safe for use by several threads.
 */
public final class PagesServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(PagesServlet.class);
    private static final int MOST_READ_IN_VAIN = 2 * 1024 * 1024;

    private final transient Visitors visitors;
    private final transient Cookies cookies;
    private final transient Frames frames;
    private final transient ReplyWriter replies;
    private final transient Routes routes;

    public PagesServlet(Visitors visitors, Frames frames, Cookies cookies, Templates templates,
            Routes routes) {
        this.visitors = visitors;
        this.cookies = cookies;
        this.frames = frames;
        this.replies = new ReplyWriter(templates);
        this.routes = routes;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        cookies.language(request).<@Nullable Void, IOException>speak(() -> {
            new AuditContext(AuditChannel.PAGE, request.getRemoteAddr())
                    .<IOException>run(() -> serve(request, response));
            return null;
        });
    }

    private void serve(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        String path = path(request);
        Visit nobody = visitors.nobody();
        try {
            answer(request, response, path);
        } catch (Refusal refusal) {
            error(request, response, path, refusal, nobody);
        } catch (CatalogException refused) {
            error(request, response, path, frames.refusal(refused), nobody);
        } catch (DatabaseException away) {
            LOG.warn("{} {} failed: {}", request.getMethod(), LogText.one(path), away.getMessage());
            error(request, response, path, frames.databaseAway(away), nobody);
        } catch (IOException gone) {
            // The browser went away, or a file broke off; what is on its way then must not look whole.
            LOG.debug("{} {} was not sent to its end", request.getMethod(), LogText.one(path),
                    gone);
            if (response.isCommitted()) {
                throw gone;
            }
        } catch (Exception failure) {
            LOG.error("{} {} failed", request.getMethod(), LogText.one(path), failure);
            error(request, response, path, Refusal.of(500, ""), nobody);
        }
    }

    private void answer(HttpServletRequest request, HttpServletResponse response, String path)
            throws Exception {
        if (request.getContentLengthLong() > Parameters.LONGEST_FORM) {
            throw Refusal.of(413, "");
        }
        String method = request.getMethod().equals("HEAD") ? "GET" : request.getMethod();
        Routes.Match match = routes.match(method, path);
        String before = cookies.token(request).orElse("");
        Visit visit = visitors.of(before);
        visit.viewer().ifPresent(viewer -> AuditContext.inNameOf(viewer.id(), ""));
        Parameters parameters = Parameters.ofQuery(request);
        if (method.equals("POST")) {
            // A browser whose cookie is unknown cannot have been given the token of a form: its body stays unread.
            boolean known = visit.token().equals(before);
            if (!known || !visit.sent(parameters.withForm(request).first("csrf"))) {
                throw match.door() == Door.LOCKED && visit.viewer().isEmpty()
                        ? Refusal.sessionOver()
                        : Refusal.of(403, "");
            }
        }
        Exchange exchange = new Exchange(request, parameters, visitors, cookies, routes,
                match.segments(), visit);
        Reply reply = reply(match, exchange, () -> logInFirst(method, request, path));
        String after = exchange.visit().token();
        if (!after.equals(before) && !(reply instanceof Reply.File)) {
            cookies.set(response, after);
        }
        exchange.retryAfter().ifPresent(wait -> retryAfter(response, wait));
        exchange.keptTheme().ifPresent(theme -> cookies.setTheme(response, theme));
        exchange.keptLanguage().ifPresent(language -> cookies.setLanguage(response, language));
        exchange.keptKnown().ifPresent(known -> cookies.setKnown(response, known));
        exchange.keptCode().ifPresent(code -> cookies.setCode(response, code));
        String notice = method.equals("GET") ? exchange.exactly("notice") : "";
        write(reply, exchange.visit(), notice, request, response, path);
    }

    private static Reply reply(Routes.Match match, Exchange exchange, Supplier<Reply> logInFirst)
            throws Exception {
        boolean stranger = exchange.knownViewer().isEmpty();
        if (stranger && match.door() == Door.LOCKED) {
            return logInFirst.get();
        }
        try {
            return match.handler().handle(exchange);
        } catch (Refusal refused) {
            if (stranger && match.door() == Door.PUBLIC_IF_OPEN) {
                return logInFirst.get();
            }
            throw refused;
        }
    }

    private static Reply logInFirst(String method, HttpServletRequest request, String path) {
        if (request.getHeader("HX-Request") != null) {
            return new Reply.Reload();
        }
        if (!method.equals("GET")) {
            return new Reply.SeeOther("/login");
        }
        String query = request.getQueryString();
        String next = query == null ? path : path + "?" + query;
        return new Reply.SeeOther(
                "/login?next=" + URLEncoder.encode(next, StandardCharsets.UTF_8));
    }

    private void write(Reply reply, Visit visit, String notice, HttpServletRequest request,
            HttpServletResponse response, String path) throws IOException {
        switch (reply) {
            case Reply.Html html -> replies.write(html,
                    frames.frame(visit, path, notice, cookies.theme(request)), response);
            case Reply.SeeOther other ->
                ReplyWriter.write(other, request.getContextPath(), response);
            case Reply.Reload _ -> response.setHeader("HX-Refresh", "true");
            case Reply.Json json -> ReplyWriter.write(json, response);
            case Reply.Text text -> ReplyWriter.write(text, response);
            case Reply.File file -> ReplyWriter.write(file, response);
            case Reply.Download download -> ReplyWriter.write(download, response);
            case Reply.Part part ->
                ReplyWriter.write(part, request.getMethod().equals("HEAD"), response);
        }
    }

    private void error(HttpServletRequest request, HttpServletResponse response, String path,
            Refusal refusal, Visit nobody) throws IOException {
        if (response.isCommitted()) {
            return;
        }
        response.resetBuffer();
        if (refusal.status() == 405) {
            response.setHeader("Allow", refusal.getMessage());
        }
        if (refusal.status() == 413 && !isReadToItsEnd(request)) {
            response.setHeader("Connection", "close");
        }
        refusal.retryAfter().ifPresent(wait -> retryAfter(response, wait));
        Visit visit = visitOrNobody(request, nobody);
        boolean known = visit.token().equals(cookies.token(request).orElse(""));
        if (!known && !visit.equals(nobody)) {
            cookies.set(response, visit.token()); // the forms at the page's foot carry its token
        }
        replies.write(frames.error(refusal, back(request, path)),
                errorFrame(visit, nobody, request, path), response);
    }

    /** The frame for an error page: that of a stranger while the database does not answer. */
    private Frame errorFrame(Visit visit, Visit nobody, HttpServletRequest request, String path) {
        try {
            return frames.frame(visit, path, "", cookies.theme(request));
        } catch (DatabaseException away) {
            return frames.withoutDatabase(nobody, path, cookies.theme(request));
        }
    }

    /** Who still writes when the line is closed may lose the page that says why. */
    private static boolean isReadToItsEnd(HttpServletRequest request) {
        if (request.getHeader("Expect") != null) {
            return false; // it waits for leave to write
        }
        try {
            InputStream body = request.getInputStream();
            for (int chunk = 0; chunk < MOST_READ_IN_VAIN / Parameters.LONGEST_FORM; chunk++) {
                if (body.readNBytes(Parameters.LONGEST_FORM).length < Parameters.LONGEST_FORM) {
                    return true;
                }
            }
        } catch (IOException gone) {
            LOG.debug("the rest of a form that is too large did not come", gone);
        }
        return false;
    }

    /** Not to the page that just failed, nor to the start page, which every error page leads to. */
    private String back(HttpServletRequest request, String path) {
        return Referer.own(request).map(routes::shown).filter(from -> !from.equals("/"))
                .filter(from -> !request.getMethod().equals("GET")
                        || !from.split("\\?", 2)[0].equals(path))
                .orElse("");
    }

    private static void retryAfter(HttpServletResponse response, Duration wait) {
        response.setHeader("Retry-After", Long.toString(wait.toSeconds()));
    }

    /** The error page shows who is logged in, unless finding that out is what fails. */
    private Visit visitOrNobody(HttpServletRequest request, Visit nobody) {
        try {
            return visitors.of(cookies.token(request).orElse(""));
        } catch (RuntimeException catalogFails) {
            LOG.debug("no visitor for the error page", catalogFails);
            return nobody;
        }
    }

    /** Below the path at which the pages lie. */
    private static String path(HttpServletRequest request) {
        String more = request.getPathInfo();
        return more == null ? request.getServletPath() : request.getServletPath() + more;
    }
}
