package org.gridtorrent.tracker;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.cert.X509Certificate;
import java.util.Locale;
import java.util.Optional;
import org.gridtorrent.tracker.admission.Admission;
import org.gridtorrent.tracker.admission.RequestContext;
import org.gridtorrent.tracker.limit.LongBodies;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What every request passes before SOAP sees it: who calls, and how much it may send. Strangers may
 * send 64 KiB, which is plenty for {@code enrol}.
 */
final class CallFilter extends HttpFilter {
    static final long STRANGERS_BODY = 64 * 1024;
    static final long DEVICES_BODY = 16 * 1024 * 1024;
    private static final long MOST_UNREAD = 1024 * 1024;

    private static final Logger LOG = LoggerFactory.getLogger(CallFilter.class);
    private static final long serialVersionUID = 1L;
    private static final String CERTIFICATES = "jakarta.servlet.request.X509Certificate";

    private final transient Admission admission;
    private final transient LongBodies longBodies;

    CallFilter(Admission admission, LongBodies longBodies) {
        this.admission = admission;
        this.longBodies = longBodies;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response,
            FilterChain chain) throws IOException, ServletException {
        if (request.getMethod().equals("POST") && !isPlainXml(request)) {
            // No attachments: multipart bodies have parsers, and faults, of their own.
            refuse(request, response, 415, "Send SOAP 1.1 as text/xml.");
            return;
        }
        RequestContext call = call(request);
        long most = call.caller().isPresent() ? DEVICES_BODY : STRANGERS_BODY;
        if (request.getContentLengthLong() > most) {
            refuse(request, response, 413, "The request is longer than " + most + " bytes.");
            return;
        }
        try (var limited = new LimitedRequest(request, most, longBodies, call.countedWith())) {
            serve(call, limited, response, chain);
        }
        readOut(request);
    }

    private RequestContext call(HttpServletRequest request) {
        try {
            return new RequestContext(certificate(request).flatMap(admission::callerOf), false,
                    address(request));
        } catch (RuntimeException e) {
            LOG.error("it could not be found out who calls: {}", e.toString()); // the operation is BUSY
            return new RequestContext(Optional.empty(), true, address(request));
        }
    }

    private static void serve(RequestContext call, HttpServletRequest request,
            HttpServletResponse response,
            FilterChain chain) throws IOException, ServletException {
        try {
            ScopedValue.where(RequestContext.CURRENT, call).call(() -> {
                chain.doFilter(request, response);
                return true;
            });
        } catch (IOException | ServletException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new ServletException(e);
        }
    }

    private static Optional<X509Certificate> certificate(HttpServletRequest request) {
        return request.getAttribute(CERTIFICATES) instanceof X509Certificate[] chain
                && chain.length > 0 ? Optional.of(chain[0]) : Optional.empty();
    }

    private static boolean isPlainXml(HttpServletRequest request) {
        try {
            String type = request.getContentType();
            return type != null && type.toLowerCase(Locale.ROOT).startsWith("text/xml");
        } catch (IllegalArgumentException e) {
            return false; // Jetty looks for the charset that it names, and knows none of this name
        }
    }

    /** Jetty writes an IPv6 address in brackets, as in a URL. */
    private static String address(HttpServletRequest request) {
        return request.getRemoteAddr().replaceAll("^\\[|]$", "");
    }

    private static void refuse(HttpServletRequest request, HttpServletResponse response, int status,
            String why) throws IOException {
        readOut(request);
        response.setStatus(status);
        response.setHeader("Connection", "close");
        response.setContentType("text/plain;charset=utf-8");
        response.getOutputStream().println(why);
    }

    /**
     * Reads what the caller still sends: a connection that is closed on unread bytes is reset, and the
     * reset can reach the caller before the answer does.
     */
    private static void readOut(HttpServletRequest request) throws IOException {
        request.getInputStream().skip(MOST_UNREAD);
    }
}
