package org.gridtorrent.ccm.report;

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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.access.AccessReport;
import org.gridtorrent.catalog.access.ReportScope;
import org.gridtorrent.catalog.access.Right;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.ccm.command.AccessCommands;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.rest.AdminGate;
import org.gridtorrent.ccm.rest.Caller;
import org.gridtorrent.ccm.rest.Id;
import org.gridtorrent.ccm.rest.PageParameter;
import org.gridtorrent.ccm.rest.ResponseJson;
import org.jspecify.annotations.Nullable;

/** Who can see what: of one's own data sets; with an administrator's own token of the whole site. */
@Path("/v1/report")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class ReportResource {
    private static final int MOST = 100;

    private final Catalog catalog;
    private final AccessReport report;
    private final AccessCommands commands;
    private final AdminGate gate;

    public ReportResource(Catalog catalog, AccessCommands commands) {
        this.catalog = catalog;
        this.report = catalog.access().report();
        this.commands = commands;
        this.gate = new AdminGate(catalog.identity().accounts());
    }

    /** Body of what is done to rights, as the report names them. */
    record Rights(@Nullable List<String> rights) {}

    private ReportScope extent(Caller caller) {
        return new ReportScope(caller.accountId(), gate.opens(caller));
    }

    /** Each with the first of its rights. */
    @GET
    @Path("datasets")
    public Map<String, ?> datasets(@Context Caller caller,
            @QueryParam("q") @DefaultValue("") String words,
            @QueryParam("page") @DefaultValue("1") PageParameter page) {
        return PageParameter.list("datasets",
                report.datasets(extent(caller), words, page.offset(MOST), MOST),
                set -> Map.of("id", set.contentId(), "rights",
                        set.rights().stream().map(ReportResource::right).toList(), "total",
                        set.total()));
    }

    @GET
    @Path("datasets/{id}")
    public Map<String, ?> dataset(@Context Caller caller, @PathParam("id") Id id,
            @QueryParam("q") @DefaultValue("") String words,
            @QueryParam("page") @DefaultValue("1") PageParameter page) {
        ReportScope extent = extent(caller);
        if (report.ofDataset(extent, id.text(), "", 0, 1).items().isEmpty()) {
            throw Refusal.notFound();
        }
        return PageParameter.list("rights",
                report.ofDataset(extent, id.text(), words, page.offset(MOST), MOST),
                ReportResource::right);
    }

    @GET
    @Path("people")
    public Map<String, ?> people(@Context Caller caller,
            @QueryParam("q") @DefaultValue("") String words,
            @QueryParam("page") @DefaultValue("1") PageParameter page) {
        return PageParameter.list("people",
                report.people(extent(caller), words, page.offset(MOST), MOST),
                seer -> Map.of("user", seer.person().name(), "fullName",
                        seer.person().fullName(), "datasets", seer.datasets()));
    }

    @GET
    @Path("people/{user}")
    public Map<String, ?> person(@Context Caller caller, @PathParam("user") String name,
            @QueryParam("q") @DefaultValue("") String words,
            @QueryParam("page") @DefaultValue("1") PageParameter page) {
        ReportScope extent = extent(caller);
        String id = catalog.identity().accounts().findByName(name)
                .filter(account -> !account.disabled())
                .map(Account::id).orElseThrow(Refusal::notFound);
        if (report.ofPerson(extent, id, "", 0, 1).items().isEmpty()) {
            throw Refusal.notFound();
        }
        return PageParameter.list("rights",
                report.ofPerson(extent, id, words, page.offset(MOST), MOST),
                ReportResource::right);
    }

    /** What would end, and how many people would lose it; nothing is changed. */
    @POST
    @Path("review")
    public Map<String, ?> review(@Context Caller caller, Rights body) {
        return Map.of("datasets", catalog.access().revocations().review(extent(caller), keys(body))
                .stream().map(loss -> Map.of("id", loss.contentId(), "title", loss.title(),
                        "ending", loss.ending().stream().map(ReportResource::right).toList(),
                        "people", loss.people()))
                .toList());
    }

    /** Those that are gone already count for nothing. */
    @POST
    @Path("revoke")
    public Map<String, ?> revoke(@Context Caller caller, Rights body) {
        return Map.of("revoked", commands.revoke(extent(caller), keys(body)));
    }

    private static List<Right.Key> keys(Rights body) {
        return requireNonNullElse(body.rights(), List.<String>of()).stream()
                .map(text -> Right.Key.parse(text)
                        .filter(Right.Key::isRevocable)
                        .orElseThrow(() -> Refusal.badRequest(
                                "\"rights\" has to be what the report names so.")))
                .toList();
    }

    private static Map<String, @Nullable Object> right(Right right) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("right", right.key().isRevocable() ? right.key().text() : null);
        json.put("datasetId", right.key().contentId());
        json.put("title", right.title());
        json.put("owner", right.ownerName());
        json.put("by", ResponseJson.lower(right.key().road()));
        json.put("who", right.who());
        json.put("people", right.people());
        json.put("ends", right.ends().map(Object::toString).orElse(null));
        return json;
    }
}
