package org.gridtorrent.ccm.account;

import static java.util.Objects.requireNonNullElse;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.Map;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.account.Profile;
import org.gridtorrent.ccm.command.AccountCommands;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.rest.Caller;
import org.gridtorrent.ccm.rest.Id;
import org.gridtorrent.ccm.rest.ResponseJson;
import org.jspecify.annotations.Nullable;

/**
 * One's profile, stays on the pages and tokens. What would outlive a token that somebody found, a new
 * token, password or enrolment code, is for the pages alone, and so is the mail address, since a new
 * password is chosen by a link that goes there.
 */
@Path("/v1")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class ProfileResource {
    private static final String NO_BROWSER = "";
    private static final String MAIL_ON_THE_PAGE = "A token neither changes your mail address nor"
            + " has it confirmed: do that on the page of your account.";
    private final Catalog catalog;
    private final AccountCommands commands;

    /** Body of POST /profile. */
    record NewProfile(@Nullable String fullName, @Nullable String orcid,
            @Nullable String affiliation, @Nullable String mail) {}

    public ProfileResource(Catalog catalog, AccountCommands commands) {
        this.catalog = catalog;
        this.commands = commands;
    }

    @GET
    @Path("profile")
    public Map<String, ?> profile(@Context Caller caller) {
        return ResponseJson.profile(found(caller));
    }

    /** What is left out stays as it is; the mail address does in any case. */
    @POST
    @Path("profile")
    public Map<String, ?> change(@Context Caller caller, NewProfile body) {
        Profile now = found(caller);
        if (body.mail() != null && !body.mail().strip().equals(now.mail())) {
            throw Refusal.of(403, MAIL_ON_THE_PAGE);
        }
        commands.changeProfile(caller.accountId(),
                new Profile(requireNonNullElse(body.fullName(), now.fullName()),
                        requireNonNullElse(body.orcid(), now.orcid()),
                        requireNonNullElse(body.affiliation(), now.affiliation()),
                        now.mail()));
        return profile(caller);
    }

    @GET
    @Path("sessions")
    public Map<String, ?> sessions(@Context Caller caller) {
        return Map.of("sessions",
                catalog.identity().sessions().of(caller.accountId(), NO_BROWSER).stream()
                        .map(ResponseJson::session).toList());
    }

    @POST
    @Path("sessions/{id}/end")
    public Map<String, ?> end(@Context Caller caller, @PathParam("id") Id id) {
        commands.endSession(caller.accountId(), id.text());
        return Map.of("id", id.text());
    }

    /** All stays on the pages. */
    @POST
    @Path("sessions/end")
    public Map<String, ?> endAll(@Context Caller caller) {
        return Map.of("ended",
                commands.endOtherSessions(caller.accountId(), NO_BROWSER));
    }

    /** Is there for those who asked for it before, and are told now where that is done. */
    @POST
    @Path("profile/confirm")
    public Response confirm(@Context Caller caller) {
        return Response.status(Response.Status.FORBIDDEN)
                .entity(Map.of("error", MAIL_ON_THE_PAGE)).build();
    }

    @GET
    @Path("tokens")
    public Map<String, ?> tokens(@Context Caller caller) {
        return Map.of("tokens", catalog.identity().apiTokens().of(caller.accountId()).stream()
                .map(ResponseJson::token).toList());
    }

    @POST
    @Path("tokens/{id}/revoke")
    public Map<String, ?> revoke(@Context Caller caller, @PathParam("id") Id id) {
        commands.revokeToken(caller.accountId(), id.text());
        return Map.of("id", id.text());
    }

    private Profile found(Caller caller) {
        return catalog.identity().profiles().find(caller.accountId())
                .orElseThrow(Refusal::notFound);
    }
}
