package org.gridtorrent.ccm.rest;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.apache.cxf.jaxrs.ext.ContextProvider;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.PhaseInterceptorChain;
import org.gridtorrent.catalog.account.ApiToken.Scope;
import org.gridtorrent.catalog.account.ApiTokens;
import org.gridtorrent.catalog.audit.AuditContext;
import org.gridtorrent.catalog.device.Devices;
import org.gridtorrent.ccm.http.Refusal;

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

    private final Devices devices;
    private final ApiTokens tokens;

    Callers(Devices devices, ApiTokens tokens) {
        this.devices = devices;
        this.tokens = tokens;
    }

    @Override
    public void filter(ContainerRequestContext request) {
        if (request.getUriInfo().getPath(false).equals(OpenApiResource.PATH)) {
            return;
        }
        Caller caller = token(request).flatMap(this::caller)
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

    private Optional<Caller> caller(String token) {
        BooleanSupplier stillKnown = () -> caller(token).isPresent();
        return devices.findByApiToken(token).map(device -> Caller.of(device, stillKnown))
                .or(() -> tokens.find(token).map(own -> Caller.of(own, stillKnown)));
    }

    private static Optional<String> token(ContainerRequestContext request) {
        String header = request.getHeaderString("Authorization");
        boolean bearer = header != null && header.regionMatches(true, 0, BEARER, 0, 7)
                && header.length() <= LONGEST_TOKEN;
        return bearer ? Optional.of(header.substring(BEARER.length()).strip()) : Optional.empty();
    }
}
