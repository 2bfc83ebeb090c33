package org.gridtorrent.ccm.rest;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.cxf.jaxrs.ext.ContextProvider;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.PhaseInterceptorChain;
import org.gridtorrent.catalog.account.ApiToken.Scope;
import org.gridtorrent.catalog.audit.AuditContext;
import org.gridtorrent.ccm.web.Refusal;

/**
 * Finds out who calls, before anything else is looked at, and hands that to the resources. It is in
 * the bearer token, never in a cookie, so no form of another site can call. Safe for use by several
 * threads.
 */
@PreMatching
final class Callers implements ContainerRequestFilter, ContextProvider<Caller> {
    private static final String BEARER = "Bearer ";
    private static final Set<String> LOOKING = Set.of("GET", "HEAD", "OPTIONS");
    private static final int LONGEST_TOKEN = 200;

    private final Function<String, Optional<Caller>> callers;

    Callers(Function<String, Optional<Caller>> callers) {
        this.callers = callers;
    }

    @Override
    public void filter(ContainerRequestContext request) {
        if (request.getUriInfo().getPath(false).equals(OpenApiResource.PATH)) {
            return;
        }
        Caller caller = token(request).flatMap(callers)
                .orElseThrow(() -> Refusal.of(401, "A valid token is needed: run gridtorrent enrol"
                        + " again, or set GRIDTORRENT_TOKEN."));
        if (caller.scope() == Scope.READ && !LOOKING.contains(request.getMethod())) {
            throw Refusal.of(403, "This token may only read: its scope does not allow changes.");
        }
        AuditContext.inNameOf(caller.accountId(), caller.token());
        PhaseInterceptorChain.getCurrentMessage().put(Caller.class, caller);
    }

    @Override
    public Caller createContext(Message message) {
        return message.get(Caller.class);
    }

    private static Optional<String> token(ContainerRequestContext request) {
        String header = request.getHeaderString("Authorization");
        boolean bearer = header != null && header.regionMatches(true, 0, BEARER, 0, 7)
                && header.length() <= LONGEST_TOKEN;
        return bearer ? Optional.of(header.substring(BEARER.length()).strip()) : Optional.empty();
    }
}
