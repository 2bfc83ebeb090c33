package org.gridtorrent.ccm.admin;

import static java.util.Objects.requireNonNullElse;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Predicate;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.account.Account.Role;
import org.gridtorrent.catalog.account.Settings.Registration;
import org.gridtorrent.catalog.account.Settings.Site;
import org.gridtorrent.catalog.db.ResultPage;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.rest.AdminGate;
import org.gridtorrent.ccm.rest.Caller;
import org.gridtorrent.ccm.rest.ResponseJson;
import org.jspecify.annotations.Nullable;

/**
 * What administrators look after; {@link AdminGate} keeps all others out. Who becomes an administrator,
 * and who is one again, is for the pages alone: they would outlive a token that somebody found, and can make
 * links by which passwords are chosen.
 */
@Path("/v1/admin")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class AdminResource {
    private static final int USERS = 100;
    private static final int MOST_PAGES = 10_000;

    private final Catalog catalog;
    private final Health health;
    private final AdminGate gate;

    /** Body of POST /admin/settings. */
    record SiteSettings(@Nullable String name, @Nullable String registration,
            @Nullable Integer auditDays, @Nullable Integer invitationDays) {}

    public AdminResource(Catalog catalog, Health health) {
        this.catalog = catalog;
        this.health = health;
        this.gate = new AdminGate(catalog.identity().accounts());
    }

    @GET
    @Path("health")
    public Map<String, ?> health(@Context Caller caller) {
        gate.pass(caller);
        HealthView view = health.look();
        return Map.of("wrong", view.wrong(), "looks", view.lines().stream()
                .map(line -> Map.of("what", line.what(), "state", ResponseJson.lower(line.state()),
                        "text", line.text()))
                .toList());
    }

    @GET
    @Path("settings")
    public Map<String, ?> settings(@Context Caller caller) {
        gate.pass(caller);
        return settings();
    }

    /** Changes what is given and leaves the rest as it is. */
    @POST
    @Path("settings")
    public Map<String, ?> change(@Context Caller caller, SiteSettings body) {
        gate.pass(caller);
        Site now = catalog.site().settings().site();
        require(catalog.site().settings().change(caller.accountId(), new Site(
                requireNonNullElse(body.name(), now.name()).strip(),
                registration(requireNonNullElse(body.registration(),
                        ResponseJson.lower(now.registration()))),
                requireNonNullElse(body.auditDays(), now.auditDays()),
                requireNonNullElse(body.invitationDays(), now.invitationDays()))));
        return settings();
    }

    private Map<String, ?> settings() {
        Site site = catalog.site().settings().site();
        return Map.of("name", site.name(), "registration", ResponseJson.lower(site.registration()),
                "auditDays", site.auditDays(), "invitationDays", site.invitationDays());
    }

    private static Registration registration(String word) {
        return Arrays.stream(Registration.values())
                .filter(each -> ResponseJson.lower(each).equals(word)).findFirst()
                .orElseThrow(() -> Refusal.badRequest(
                        "\"registration\" has to be \"open\", \"invited\" or \"closed\"."));
    }

    @GET
    @Path("users")
    public Map<String, ?> users(@Context Caller caller, @QueryParam("q") @Nullable String words,
            @QueryParam("page") @Nullable Integer page) {
        gate.pass(caller);
        int wanted = requireNonNullElse(page, 1);
        if (wanted < 1 || wanted > MOST_PAGES) {
            throw Refusal.badRequest("A page is a number from 1 to " + MOST_PAGES + ".");
        }
        ResultPage<Account> found = catalog.site().administrators().accounts(
                requireNonNullElse(words, ""), (wanted - 1) * USERS, USERS);
        return Map.of("users", found.items().stream().map(AdminResource::user).toList(), "more",
                found.more());
    }

    @POST
    @Path("users/{user}/disable")
    public Map<String, ?> disable(@Context Caller caller, @PathParam("user") String name) {
        return changed(caller, name,
                id -> catalog.site().administrators().disable(caller.accountId(), id));
    }

    @POST
    @Path("users/{user}/enable")
    public Map<String, ?> enable(@Context Caller caller, @PathParam("user") String name) {
        gate.pass(caller);
        if (catalog.identity().accounts().findByName(name)
                .filter(account -> account.disabled() && account.role() == Role.ADMIN)
                .isPresent()) {
            throw moreOnThePage();
        }
        return changed(caller, name,
                id -> catalog.site().administrators().enable(caller.accountId(), id));
    }

    private static Refusal moreOnThePage() {
        return Refusal.of(403,
                "A token makes nobody an administrator, and lets no administrator log"
                        + " in again: do that on the page of that person.");
    }

    /** Withdraws the rights of an administrator. */
    @POST
    @Path("users/{user}/role")
    public Map<String, ?> role(@Context Caller caller, @PathParam("user") String name,
            SiteRole body) {
        gate.pass(caller);
        Role role = switch (requireNonNullElse(body.role(), "")) {
            case "admin" -> Role.ADMIN;
            case "user" -> Role.USER;
            default -> throw Refusal.badRequest("\"role\" has to be \"admin\" or \"user\".");
        };
        if (role == Role.ADMIN) {
            Account there = catalog.identity().accounts().findByName(name)
                    .orElseThrow(Refusal::notFound);
            if (there.role() != Role.ADMIN) {
                throw moreOnThePage();
            }
            return user(there);
        }
        return changed(caller, name,
                id -> catalog.site().administrators().changeRole(caller.accountId(), id, role));
    }

    /** Body of POST /admin/users/USER/role. */
    record SiteRole(@Nullable String role) {}

    @POST
    @Path("users/{user}/end-sessions")
    public Map<String, ?> endSessions(@Context Caller caller, @PathParam("user") String name) {
        return changed(caller, name,
                id -> catalog.site().administrators().endSessions(caller.accountId(), id));
    }

    private Map<String, ?> changed(Caller caller, String name, Predicate<String> change) {
        gate.pass(caller);
        String id = catalog.identity().accounts().findByName(name).map(Account::id)
                .orElseThrow(Refusal::notFound);
        require(change.test(id));
        return user(catalog.identity().accounts().find(id).orElseThrow(Refusal::notFound));
    }

    private static Map<String, ?> user(Account account) {
        return Map.of("id", account.id(), "user", account.name(), "fullName",
                account.fullName(), "administrator", account.role() == Role.ADMIN, "disabled",
                account.disabled(), "created", account.created().toString());
    }

    private static void require(boolean there) {
        if (!there) {
            throw Refusal.notFound();
        }
    }
}
