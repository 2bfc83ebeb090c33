package org.gridtorrent.ccm.people;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.account.Accounts;
import org.gridtorrent.catalog.db.ResultPage;
import org.gridtorrent.catalog.people.Buddies;
import org.gridtorrent.catalog.people.BuddyRelation;
import org.gridtorrent.catalog.people.BuddyStatus;
import org.gridtorrent.ccm.command.BuddyCommands;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.rest.Caller;
import org.gridtorrent.ccm.rest.PageParameter;
import org.gridtorrent.ccm.rest.ResponseJson;

/** One's buddies, by user name. Each answer says how the two stand to each other then. */
@Path("/v1/buddies")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class BuddyResource {
    private static final int MOST = 1000;

    private final Accounts accounts;
    private final Buddies buddies;
    private final BuddyCommands commands;

    public BuddyResource(Catalog catalog, BuddyCommands commands) {
        this.accounts = catalog.identity().accounts();
        this.buddies = catalog.people().buddies();
        this.commands = commands;
    }

    @GET
    public Map<String, ?> list(@Context Caller caller,
            @QueryParam("page") @DefaultValue("1") PageParameter page) {
        int first = page.offset(MOST);
        ResultPage<BuddyRelation> mine = buddies.of(caller.accountId(), first, MOST);
        ResultPage<BuddyRelation> blocked = buddies.blockedBy(caller.accountId(), first, MOST);
        return Map.of("buddies", people(mine.items()), "blocked", people(blocked.items()), "more",
                mine.more() || blocked.more());
    }

    @POST
    @Path("{user}/ask")
    public Map<String, ?> ask(@Context Caller caller, @PathParam("user") String user) {
        return bond(commands.ask(caller.accountId(), id(user)));
    }

    @POST
    @Path("{user}/accept")
    public Map<String, ?> accept(@Context Caller caller, @PathParam("user") String user) {
        return done(caller, user, commands::accept, BuddyStatus.BUDDY);
    }

    /** Declines what the other asked, or withdraws what one asked. */
    @POST
    @Path("{user}/call-off")
    public Map<String, ?> callOff(@Context Caller caller, @PathParam("user") String user) {
        return done(caller, user, commands::callOff, BuddyStatus.NONE);
    }

    @POST
    @Path("{user}/remove")
    public Map<String, ?> remove(@Context Caller caller, @PathParam("user") String user) {
        return done(caller, user, commands::remove, BuddyStatus.NONE);
    }

    @POST
    @Path("{user}/block")
    public Map<String, ?> block(@Context Caller caller, @PathParam("user") String user) {
        return done(caller, user, commands::block, BuddyStatus.BLOCKED);
    }

    @POST
    @Path("{user}/unblock")
    public Map<String, ?> unblock(@Context Caller caller, @PathParam("user") String user) {
        return done(caller, user, commands::unblock, BuddyStatus.NONE);
    }

    private String id(String user) {
        return accounts.findByName(user).orElseThrow(Refusal::notFound).id();
    }

    private static List<?> people(List<BuddyRelation> people) {
        return people.stream().map(one -> Map.of("user", one.person().name(), "fullName",
                one.person().fullName())).toList();
    }

    private Map<String, ?> done(Caller caller, String user, BiConsumer<String, String> command,
            BuddyStatus bond) {
        command.accept(caller.accountId(), id(user));
        return bond(bond);
    }

    private static Map<String, ?> bond(BuddyStatus bond) {
        return Map.of("standing", ResponseJson.lower(bond));
    }
}
