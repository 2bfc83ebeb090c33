package org.gridtorrent.ccm.web;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.gridtorrent.catalog.CatalogException;
import org.gridtorrent.catalog.Device;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers programs: who asks is in the bearer token, never in a cookie, so no form of another site
 * can call this. Safe for use by several threads.
 */
public final class ApiServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(ApiServlet.class);
    private static final String BEARER = "Bearer ";
    private static final int LONGEST_TOKEN = 200;

    private final transient Function<String, Optional<Device>> devices;
    private final transient Routes<ApiCall> routes;

    /** @param devices the device that a token was given to */
    public ApiServlet(Function<String, Optional<Device>> devices, Routes<ApiCall> routes) {
        this.devices = devices;
        this.routes = routes;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        Reply reply;
        try {
            reply = answer(request);
        } catch (Refusal refusal) {
            reply = refused(refusal, response);
        } catch (CatalogException refused) {
            reply = error(status(refused.reason()), refused.getMessage());
        } catch (Exception failure) {
            LOG.error("{} {} failed", request.getMethod(),
                    Lines.one(request.getRequestURI()), failure);
            reply = error(500, "The site failed to answer; it is noted in its log.");
        }
        if (reply instanceof Reply.Json json) {
            Replies.write(json, response);
        }
    }

    private static int status(CatalogException.Reason reason) {
        return switch (reason) {
            case CONFLICT -> 409;
            case LAST_COPY -> 412;
            case INVALID, FENCED -> 400;
            case BUSY -> 503;
        };
    }

    private Reply answer(HttpServletRequest request) throws Exception {
        Device device = token(request).flatMap(devices)
                .orElseThrow(() -> Refusal.of(401, "A valid token is needed: run gridtorrent enrol"
                        + " again, or set GRIDTORRENT_TOKEN."));
        String method = request.getMethod().equals("HEAD") ? "GET" : request.getMethod();
        String more = request.getPathInfo();
        Routes.Match<ApiCall> match = routes.match(method,
                more == null ? request.getServletPath() : request.getServletPath() + more);
        return match.handler().handle(new ApiCall(request, match.segments(), device));
    }

    private static Optional<String> token(HttpServletRequest request) {
        String header = request.getHeader("Authorization");
        boolean bearer = header != null && header.regionMatches(true, 0, BEARER, 0, 7)
                && header.length() <= LONGEST_TOKEN;
        return bearer ? Optional.of(header.substring(BEARER.length()).strip()) : Optional.empty();
    }

    private static Reply refused(Refusal refusal, HttpServletResponse response) {
        String text = refusal.getMessage();
        return switch (refusal.status()) {
            case 401 -> {
                response.setHeader("WWW-Authenticate", "Bearer");
                yield error(401, text);
            }
            case 404 -> error(404, text.isEmpty()
                    ? "There is none of this name or id, or you may not see it."
                    : text);
            case 405 -> {
                response.setHeader("Allow", text);
                yield error(405, "This address takes " + text + " only.");
            }
            default -> error(refusal.status(),
                    text.isEmpty() ? "The request could not be understood." : text);
        };
    }

    private static Reply error(int status, String text) {
        return new Reply.Json(status, Map.of("error", text));
    }
}
