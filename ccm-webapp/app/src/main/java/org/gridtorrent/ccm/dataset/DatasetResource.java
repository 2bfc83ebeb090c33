package org.gridtorrent.ccm.dataset;

import static java.util.Objects.requireNonNullElse;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Access;
import org.gridtorrent.catalog.dataset.Content.Draft;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.dataset.Content.Terms;
import org.gridtorrent.catalog.db.ResultPage;
import org.gridtorrent.catalog.metadata.Metadata;
import org.gridtorrent.catalog.search.Search;
import org.gridtorrent.catalog.search.SearchQuery;
import org.gridtorrent.catalog.search.Sort;
import org.gridtorrent.catalog.task.Task.Kind;
import org.gridtorrent.catalog.task.Task.Order;
import org.gridtorrent.catalog.workflow.Publishing.Published;
import org.gridtorrent.ccm.command.Commands;
import org.gridtorrent.ccm.dataset.access.AccessResource;
import org.gridtorrent.ccm.dataset.version.VersionResource;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.rest.Caller;
import org.gridtorrent.ccm.rest.Id;
import org.gridtorrent.ccm.rest.OptionalBody;
import org.gridtorrent.ccm.rest.PageParameter;
import org.gridtorrent.ccm.rest.ResponseJson;
import org.gridtorrent.ccm.search.FacetParameters;
import org.gridtorrent.ccm.search.SearchAddress;
import org.gridtorrent.ccm.ui.Messages;
import org.jspecify.annotations.Nullable;

/** Data sets, and what machines are to do with them. */
@Path("/v1/datasets")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class DatasetResource {
    private static final int MOST = 200;
    private final Catalog catalog;
    private final AccessResource access;
    private final Commands commands;
    private final Messages messages;
    private final boolean open;

    /** Body of POST /datasets. */
    record Publish(@Nullable String title, @Nullable String description, @Nullable String access,
            @Nullable List<String> groups, @Nullable List<String> users,
            @Nullable String until, @Nullable String deviceId, @Nullable String path,
            @Nullable MetadataJson metadata, @Nullable Integer copies,
            @Nullable Integer alwaysOn, @Nullable Boolean nonPrivate) {}

    /** Body of POST /datasets/ID/downloads. */
    record Download(@Nullable String deviceId, @Nullable String folder) {}

    /** Body of POST /datasets/ID/tasks. Forced: even when no verified copy is left then. */
    record NewTask(@Nullable String kind, @Nullable String deviceId, @Nullable String folder,
            @Nullable String uploadLimit, @Nullable String downloadLimit, boolean force) {}

    /** Body of POST /datasets/ID/withdrawal. */
    record Withdrawal(@Nullable String reason) {}

    /** @param open whether the site is open to the world, so that torrents need not be private */
    public DatasetResource(Catalog catalog, AccessResource access, Commands commands,
            Messages messages, boolean open) {
        this.catalog = catalog;
        this.access = access;
        this.commands = commands;
        this.messages = messages;
        this.open = open;
    }

    /**
     * {@code ?q=WORDS} searches; {@code ?mine=true} lists one's own, in any state; {@code ?shared=true}
     * what others gave one.
     */
    @GET
    public Map<String, ?> list(@Context Caller caller, @QueryParam("q") @DefaultValue("") String q,
            @QueryParam("facet") List<String> facets,
            @QueryParam("sort") @DefaultValue("best") String sort,
            @QueryParam("mine") boolean mine, @QueryParam("shared") boolean shared,
            @QueryParam("page") @DefaultValue("1") PageParameter page) {
        if (shared) {
            return PageParameter.list("datasets",
                    catalog.access().sharedWithMe().of(caller.accountId(),
                            page.offset(MOST), MOST),
                    ResponseJson::received);
        }
        return mine
                ? PageParameter.list("datasets",
                        catalog.datasets().contents().ownedBy(caller.accountId(),
                                page.offset(MOST), MOST),
                        ResponseJson::dataset)
                : found(caller, new SearchQuery(q.strip(), FacetParameters.of(facets), sort(sort),
                        page.offset(MOST), MOST));
    }

    private static Sort sort(String code) {
        return SearchAddress.sort(code)
                .orElseThrow(() -> Refusal.badRequest(
                        "\"sort\" has to be \"best\", \"newest\" or \"largest\"."));
    }

    /** With how many there are, and of each facet's values how many of those. */
    private Map<String, Object> found(Caller caller, SearchQuery query) {
        Search.Page found = catalog.discovery().search().find(caller.accountId(), query);
        Map<String, Object> json = PageParameter.list("datasets", new ResultPage<>(
                found.lines().stream().map(Search.Line::content).toList(),
                found.total() > query.offset() + query.limit()), ResponseJson::dataset);
        Map<String, Object> counts = new TreeMap<>();
        found.counts().forEach((facet, values) -> counts.put(facet.code(), values.stream()
                .map(each -> Map.of("value", each.value(), "count", each.count())).toList()));
        json.put("total", found.total());
        json.put("facets", counts);
        return json;
    }

    @GET
    @Path("{id}")
    public Map<String, @Nullable Object> show(@Context Caller caller, @PathParam("id") Id id) {
        Content content = catalog.datasets().contents().find(caller.accountId(), id.text())
                .orElseThrow(Refusal::notFound);
        var json = ResponseJson.dataset(content);
        json.put("notices", catalog.sharing().copies().of(caller.accountId(), id.text())
                .map(kept -> kept.notices().stream().map(messages::text).toList())
                .orElse(List.of()));
        return json;
    }

    /** Asked for again with the same key, it is the one that there is. */
    @POST
    public Response publish(@Context Caller caller,
            @HeaderParam("Idempotency-Key") @Nullable String key, Publish body) {
        String device = caller.deviceId(body.deviceId());
        Grants grants = access.grants(caller, body.access(), body.groups(), body.users());
        Optional<Instant> until = AccessResource.end(body.until());
        if (until.isPresent() && grants.access() == Access.PUBLIC) {
            throw Refusal.badRequest("What everybody may have has no end.");
        }
        Draft draft = new Draft(caller.accountId(), requireNonNullElse(body.title(), ""),
                requireNonNullElse(body.description(), ""), grants, device,
                requireNonNullElse(body.path(), ""));
        Terms terms = new Terms(until, requireNonNullElse(body.copies(), 0),
                requireNonNullElse(body.alwaysOn(), 0),
                VersionResource.nonPrivate(body.nonPrivate(), open));
        MetadataJson stated = requireNonNullElse(body.metadata(), MetadataJson.NOTHING);
        Published made = commands.datasets().publish(draft, stated.over(Metadata.NONE),
                terms,
                Optional.ofNullable(key));
        return ResponseJson.created(Map.of("id", made.content().id(), "taskId", made.task().id()));
    }

    @POST
    @Path("{id}/downloads")
    public Response download(@Context Caller caller, @PathParam("id") Id id,
            @OptionalBody Download body) {
        String device = caller.deviceId(body.deviceId());
        Order order = Order.of(Kind.DOWNLOAD, id.text(), device);
        String folder = body.folder();
        return ordered(caller, folder == null ? order : order.in(folder));
    }

    /** What a machine is to do with a data set that it holds. */
    @POST
    @Path("{id}/tasks")
    public Response order(@Context Caller caller, @PathParam("id") Id id,
            NewTask body) {
        String device = caller.deviceId(body.deviceId());
        String folder = body.folder();
        Order order = switch (requireNonNullElse(body.kind(), "")) {
            case "seed" -> Order.of(Kind.SEED, id.text(), device);
            case "stop" -> Order.of(Kind.STOP, id.text(), device);
            case "remove" -> Order.of(Kind.REMOVE, id.text(), device);
            case "verify" -> Order.of(Kind.VERIFY, id.text(), device);
            case "repair" -> Order.of(Kind.REPAIR, id.text(), device);
            case "limit" -> Order.limit(id.text(), device, Optional.ofNullable(body.uploadLimit()),
                    Optional.ofNullable(body.downloadLimit()));
            default -> throw Refusal.badRequest("\"kind\" has to be \"seed\", \"stop\","
                    + " \"remove\", \"verify\", \"repair\" or \"limit\".");
        };
        Order placed = folder == null || order.kind() != Kind.SEED ? order : order.in(folder);
        return ordered(caller, body.force() ? placed.byForce() : placed);
    }

    /** Withdraws it, for good; what is left is why. */
    @POST
    @Path("{id}/withdrawal")
    public Map<String, ?> withdraw(@Context Caller caller, @PathParam("id") Id id,
            @OptionalBody Withdrawal body) {
        commands.datasets().withdraw(caller.accountId(), id.text(),
                requireNonNullElse(body.reason(), ""));
        return Map.of("id", id.text(), "state", "withdrawn");
    }

    /** What failed to be published. */
    @POST
    @Path("{id}/delete")
    public Map<String, ?> discard(@Context Caller caller, @PathParam("id") Id id) {
        commands.datasets().discard(caller.accountId(), id.text());
        return Map.of("id", id.text());
    }

    private Response ordered(Caller caller, Order order) {
        return ResponseJson.created(
                Map.of("taskId", commands.tasks().order(caller.accountId(), order).id()));
    }
}
