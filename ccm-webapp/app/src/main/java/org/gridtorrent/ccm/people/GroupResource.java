package org.gridtorrent.ccm.people;

import static java.util.Objects.requireNonNullElse;

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
import jakarta.ws.rs.core.Response;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.people.Group;
import org.gridtorrent.catalog.people.MembershipStatus;
import org.gridtorrent.catalog.people.Memberships;
import org.gridtorrent.ccm.command.GroupCommands;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.rest.Caller;
import org.gridtorrent.ccm.rest.OptionalBody;
import org.gridtorrent.ccm.rest.PageParameter;
import org.gridtorrent.ccm.rest.ResponseJson;
import org.jspecify.annotations.Nullable;

/** Groups, by name or id. What changes how somebody stands to one says how that is then. */
@Path("/v1/groups")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class GroupResource {
    private static final int MOST = 1000;

    private final Catalog catalog;
    private final Memberships memberships;
    private final GroupCommands commands;

    /** Body of POST /groups. */
    record NewGroup(@Nullable String name, @Nullable String description,
            @Nullable Boolean open) {}

    /** Body of what is done to a group's member, by user name. */
    record Who(@Nullable String user) {}

    /** Body of POST /groups/GROUP/role. */
    record NewRole(@Nullable String user, @Nullable String role) {}

    public GroupResource(Catalog catalog, GroupCommands commands) {
        this.catalog = catalog;
        this.memberships = catalog.people().memberships();
        this.commands = commands;
    }

    /** One's own, then the others that one may know of. */
    @GET
    public Map<String, ?> list(@Context Caller caller,
            @QueryParam("page") @DefaultValue("1") PageParameter page) {
        return PageParameter.list("groups",
                catalog.people().groups().known(caller.accountId(), page.offset(MOST), MOST),
                ResponseJson::group);
    }

    @POST
    public Response create(@Context Caller caller, NewGroup body) {
        return ResponseJson
                .created(ResponseJson.group(commands.create(caller.accountId(),
                        requireNonNullElse(body.name(), ""),
                        requireNonNullElse(body.description(), ""),
                        requireNonNullElse(body.open(), true))));
    }

    /** Members are shown to members, and who waits to those who may answer. */
    @GET
    @Path("{group}")
    public Map<String, @Nullable Object> show(@Context Caller caller,
            @PathParam("group") String name) {
        Group group = group(caller, name);
        Map<String, @Nullable Object> json = ResponseJson.group(group);
        if (group.standing().isInside()) {
            String viewer = caller.accountId();
            json.put("people", Stream
                    .of(memberships.of(viewer, group.id(), 0, MOST),
                            memberships.pending(viewer, group.id(), MembershipStatus.INVITED, MOST),
                            memberships.pending(viewer, group.id(), MembershipStatus.REQUESTED,
                                    MOST))
                    .flatMap(slice -> slice.items().stream())
                    .map(member -> Map.of("user", member.person().name(), "fullName",
                            member.person().fullName(), "standing",
                            ResponseJson.lower(member.standing())))
                    .toList());
            json.put("datasets",
                    catalog.people().groups().contents(viewer, group.id(), MOST).items()
                            .stream().map(one -> Map.of("id", one.id(), "title", one.title()))
                            .toList());
        }
        return json;
    }

    /** Changes what is given and leaves the rest as it is. */
    @POST
    @Path("{group}")
    public Map<String, @Nullable Object> describe(@Context Caller caller,
            @PathParam("group") String name, NewGroup body) {
        Group group = group(caller, name);
        return ResponseJson.group(commands.describe(caller.accountId(), group.id(),
                requireNonNullElse(body.name(), group.name()),
                requireNonNullElse(body.description(), group.description()),
                requireNonNullElse(body.open(), group.open())));
    }

    @POST
    @Path("{group}/delete")
    public Map<String, ?> delete(@Context Caller caller, @PathParam("group") String name) {
        Group group = group(caller, name);
        commands.delete(caller.accountId(), group.id());
        return Map.of("id", group.id());
    }

    @POST
    @Path("{group}/invite")
    public Map<String, ?> invite(@Context Caller caller, @PathParam("group") String group,
            Who body) {
        String id = id(caller, group);
        return standing(commands.invite(caller.accountId(), id, other(body, id)));
    }

    @POST
    @Path("{group}/request")
    public Map<String, ?> request(@Context Caller caller, @PathParam("group") String group) {
        return standing(commands.request(caller.accountId(), id(caller, group)));
    }

    /** One's own invitation, or with a user that user's request. */
    @POST
    @Path("{group}/accept")
    public Map<String, ?> accept(@Context Caller caller, @PathParam("group") String group,
            @OptionalBody Who body) {
        String id = id(caller, group);
        String user = named(body, id).map(Account::id).orElse(caller.accountId());
        commands.accept(caller.accountId(), id, user);
        return standing(memberships.standing(user, id));
    }

    /** Declines or withdraws what waits for an answer: one's own, or with a user that user's. */
    @POST
    @Path("{group}/call-off")
    public Map<String, ?> callOff(@Context Caller caller, @PathParam("group") String group,
            @OptionalBody Who body) {
        String id = id(caller, group);
        String user = named(body, id).map(Account::id).orElse(caller.accountId());
        commands.callOff(caller.accountId(), id, user);
        return standing(MembershipStatus.NONE);
    }

    /** One's own membership, or one's request or invitation that waits. */
    @POST
    @Path("{group}/leave")
    public Map<String, ?> leave(@Context Caller caller, @PathParam("group") String name) {
        Group group = group(caller, name);
        String actor = caller.accountId();
        if (group.standing().isPending()) {
            commands.callOff(actor, group.id(), actor);
        } else {
            commands.leave(actor, group.id());
        }
        return standing(MembershipStatus.NONE);
    }

    @POST
    @Path("{group}/remove")
    public Map<String, ?> remove(@Context Caller caller, @PathParam("group") String group,
            Who body) {
        String id = id(caller, group);
        commands.remove(caller.accountId(), id, other(body, id));
        return standing(MembershipStatus.NONE);
    }

    @POST
    @Path("{group}/role")
    public Map<String, ?> changeRole(@Context Caller caller, @PathParam("group") String group,
            NewRole body) {
        MembershipStatus role = MemberRoles.of(requireNonNullElse(body.role(), ""))
                .orElseThrow(() -> Refusal.badRequest(
                        "\"role\" has to be \"owner\", \"admin\" or \"member\"."));
        String id = id(caller, group);
        commands.changeRole(caller.accountId(), id, other(new Who(body.user()), id), role);
        return standing(role);
    }

    private String id(Caller caller, String group) {
        return group(caller, group).id();
    }

    private String other(Who body, String groupId) {
        return named(body, groupId).map(Account::id).orElseThrow(() -> Refusal.badRequest(
                "Say who is meant: {\"user\": \"NAME\"}."));
    }

    /** A disabled account is named to the group alone, where it was a member before. */
    private Optional<Account> named(Who body, String groupId) {
        String user = body.user();
        if (user == null) {
            return Optional.empty();
        }
        return Optional.of(catalog.identity().accounts().findByName(user)
                .filter(account -> !account.disabled()
                        || memberships.standing(account.id(), groupId) != MembershipStatus.NONE)
                .orElseThrow(() -> Refusal.badRequest(
                        "There is nobody here with the user name \"" + user + "\".")));
    }

    private static Map<String, ?> standing(MembershipStatus standing) {
        return Map.of("standing", ResponseJson.lower(standing));
    }

    private Group group(Caller caller, String name) {
        return find(catalog, caller, name).orElseThrow(Refusal::notFound);
    }

    /** By id or name. */
    public static Optional<Group> find(Catalog catalog, Caller caller, String name) {
        return catalog.people().groups().find(caller.accountId(), name)
                .or(() -> catalog.people().groups().findByName(caller.accountId(), name));
    }
}
