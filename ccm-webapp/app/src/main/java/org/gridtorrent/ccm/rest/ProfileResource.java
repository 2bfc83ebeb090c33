package org.gridtorrent.ccm.rest;

import static java.util.Objects.requireNonNullElse;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.util.Map;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.account.Profile;
import org.gridtorrent.ccm.mail.Post;
import org.gridtorrent.ccm.web.OrderLog;
import org.gridtorrent.ccm.web.Refusal;

/**
 * One's profile, stays on the pages and tokens. What would outlive a token that somebody found, a new
 * token, password or enrolment code, is for the pages alone.
 */
@Path("/v1")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class ProfileResource {
    private static final String NO_BROWSER = "";
    private final Catalog catalog;
    private final Post post;
    private final OrderLog orders;

    public ProfileResource(Catalog catalog, Post post, OrderLog orders) {
        this.catalog = catalog;
        this.post = post;
        this.orders = orders;
    }

    @GET
    @Path("profile")
    public Map<String, ?> profile(@Context Caller caller) {
        return Shapes.profile(found(caller));
    }

    /** What is left out stays as it is. */
    @POST
    @Path("profile")
    public Map<String, ?> change(@Context Caller caller, Shapes.NewProfile body) {
        Profile now = found(caller);
        catalog.profiles().change(caller.accountId(),
                new Profile(requireNonNullElse(body.fullName(), now.fullName()),
                        requireNonNullElse(body.orcid(), now.orcid()),
                        requireNonNullElse(body.affiliation(), now.affiliation()),
                        requireNonNullElse(body.mail(), now.mail())));
        return profile(caller);
    }

    @GET
    @Path("sessions")
    public Map<String, ?> sessions(@Context Caller caller) {
        return Map.of("sessions", catalog.sessions().of(caller.accountId(), NO_BROWSER).stream()
                .map(Shapes::session).toList());
    }

    @POST
    @Path("sessions/{id}/end")
    public Map<String, ?> end(@Context Caller caller, @PathParam("id") Id id) {
        return done(id, catalog.sessions().end(caller.accountId(), id.text()));
    }

    /** All stays on the pages. */
    @POST
    @Path("sessions/end")
    public Map<String, ?> endAll(@Context Caller caller) {
        return Map.of("ended", catalog.sessions().endOthers(caller.accountId(), NO_BROWSER));
    }

    /** Sends the link that confirms the mail address once more, if it is not confirmed. */
    @POST
    @Path("profile/confirm")
    public Map<String, ?> confirm(@Context Caller caller) {
        return Map.of("sent", post.confirm(caller.accountId()));
    }

    @GET
    @Path("tokens")
    public Map<String, ?> tokens(@Context Caller caller) {
        return Map.of("tokens", catalog.apiTokens().of(caller.accountId()).stream()
                .map(Shapes::token).toList());
    }

    @POST
    @Path("tokens/{id}/revoke")
    public Map<String, ?> revoke(@Context Caller caller, @PathParam("id") Id id) {
        Map<String, ?> done = done(id, catalog.apiTokens().revoke(caller.accountId(), id.text()));
        orders.account(caller.accountId(), "revoke token " + id.text());
        return done;
    }

    private Profile found(Caller caller) {
        return catalog.profiles().find(caller.accountId()).orElseThrow(Refusal::notFound);
    }

    private static Map<String, ?> done(Id id, boolean done) {
        if (!done) {
            throw Refusal.notFound();
        }
        return Map.of("id", id.text());
    }
}
