package org.gridtorrent.ccm.search.subscription;

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
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.notify.MailFrequency;
import org.gridtorrent.catalog.notify.Notice;
import org.gridtorrent.catalog.notify.Notice.About;
import org.gridtorrent.catalog.search.Facet;
import org.gridtorrent.catalog.subscription.Subscription;
import org.gridtorrent.catalog.subscription.Subscription.Machine;
import org.gridtorrent.catalog.subscription.SubscriptionTarget;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.rest.Caller;
import org.gridtorrent.ccm.rest.Id;
import org.gridtorrent.ccm.rest.PageParameter;
import org.gridtorrent.ccm.rest.ResponseJson;
import org.gridtorrent.ccm.search.FacetParameters;
import org.gridtorrent.ccm.ui.NoticeText;
import org.jspecify.annotations.Nullable;

/** What one wants to be told of, and what one was told. */
@Path("/v1")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class SubscriptionResource {
    private static final int MOST_NOTICES = 1000;
    /** How many copies can be reached changes by itself: nobody is told of that. */
    private static final Set<Facet> FACETS = EnumSet.complementOf(EnumSet.of(Facet.HEALTH));

    private final Catalog catalog;
    private final NoticeText words;

    /** Body of POST /subscriptions; {@code id} is a user name for an owner. */
    record NewSubscription(@Nullable String of, @Nullable String id, @Nullable String words,
            @Nullable Map<String, List<String>> facets, @Nullable String deviceId) {}

    /** Body of POST /notices/mail. */
    record Pace(@Nullable String pace) {}

    public SubscriptionResource(Catalog catalog, NoticeText words) {
        this.catalog = catalog;
        this.words = words;
    }

    @GET
    @Path("subscriptions")
    public Map<String, ?> list(@Context Caller caller) {
        return Map.of("subscriptions",
                catalog.discovery().subscriptions().of(caller.accountId()).stream()
                        .map(SubscriptionResource::subscription).toList());
    }

    /** Asked for again, it is the same one. */
    @POST
    @Path("subscriptions")
    public Map<String, ?> subscribe(@Context Caller caller, NewSubscription body) {
        String id = catalog.discovery().subscriptions()
                .subscribe(caller.accountId(), target(body), Optional.ofNullable(body.deviceId()))
                .orElseThrow(Refusal::notFound);
        return Map.of("id", id);
    }

    private SubscriptionTarget target(NewSubscription body) {
        String id = requireNonNullElse(body.id(), "");
        return switch (requireNonNullElse(body.of(), "")) {
            case "dataset" -> new SubscriptionTarget.Dataset(id);
            case "group" -> new SubscriptionTarget.OfGroup(id);
            case "owner" ->
                new SubscriptionTarget.OfOwner(catalog.identity().accounts().findByName(id)
                        .orElseThrow(Refusal::notFound).id());
            case "search" -> new SubscriptionTarget.OfSearch(requireNonNullElse(body.words(), ""),
                    FacetParameters.of(requireNonNullElse(body.facets(), Map.of()), FACETS));
            default -> throw Refusal.of(400,
                    "Say of what: \"dataset\", \"group\", \"owner\" or \"search\".");
        };
    }

    /** Which machine gets at once what it tells of; none without one. */
    @POST
    @Path("subscriptions/{id}/device")
    public Map<String, ?> changeDevice(@Context Caller caller, @PathParam("id") Id id,
            NewDevice body) {
        return done(id,
                catalog.discovery().subscriptions().changeDevice(caller.accountId(), id.text(),
                        Optional.ofNullable(body.deviceId())));
    }

    /** Body of POST /subscriptions/ID/device. */
    record NewDevice(@Nullable String deviceId) {}

    @POST
    @Path("subscriptions/{id}/end")
    public Map<String, ?> end(@Context Caller caller, @PathParam("id") Id id) {
        return done(id, catalog.discovery().subscriptions().end(caller.accountId(), id.text()));
    }

    @GET
    @Path("notices")
    public Map<String, ?> notices(@Context Caller caller,
            @QueryParam("page") @DefaultValue("1") PageParameter page) {
        return PageParameter.list("notices",
                catalog.notifications().notices().of(caller.accountId(),
                        page.offset(MOST_NOTICES), MOST_NOTICES),
                this::notice);
    }

    /** How often what one is told of comes by mail. */
    @GET
    @Path("notices/mail")
    public Map<String, ?> pace(@Context Caller caller) {
        return Map.of("pace", word(catalog.notifications().notices().pace(caller.accountId())));
    }

    @POST
    @Path("notices/mail")
    public Map<String, ?> changePace(@Context Caller caller, Pace body) {
        MailFrequency pace = Arrays.stream(MailFrequency.values())
                .filter(each -> word(each).equals(body.pace())).findFirst()
                .orElseThrow(() -> Refusal.badRequest(
                        "\"pace\" has to be \"at-once\", \"daily\" or \"never\"."));
        catalog.notifications().notices().changePace(caller.accountId(), pace);
        return pace(caller);
    }

    private static String word(MailFrequency pace) {
        return ResponseJson.lower(pace).replace('_', '-');
    }

    /** All that one was told until now. */
    @POST
    @Path("notices/seen")
    public Map<String, ?> seeAll(@Context Caller caller) {
        catalog.notifications().notices().seeAll(caller.accountId());
        return Map.of("unseen", catalog.notifications().notices().unseen(caller.accountId()));
    }

    @POST
    @Path("notices/{id}/seen")
    public Map<String, ?> see(@Context Caller caller, @PathParam("id") Id id) {
        return done(id, catalog.notifications().notices().see(caller.accountId(), id.text()));
    }

    private static Map<String, ?> done(Id id, boolean done) {
        if (!done) {
            throw Refusal.notFound();
        }
        return Map.of("id", id.text());
    }

    private static Map<String, @Nullable Object> subscription(Subscription subscription) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("id", subscription.id());
        json.put("of", ResponseJson.lower(subscription.kind()));
        json.put("name", subscription.name());
        json.put("facets", subscription.target() instanceof SubscriptionTarget.OfSearch search
                ? facetsOf(search)
                : Map.of());
        json.put("deviceId", subscription.device().map(Machine::id).orElse(null));
        json.put("created", subscription.created().toString());
        return json;
    }

    private static Map<String, ?> facetsOf(SubscriptionTarget.OfSearch search) {
        Map<String, Set<String>> facets = new TreeMap<>();
        search.chosen().forEach((facet, values) -> facets.put(facet.code(),
                new TreeSet<>(values)));
        return facets;
    }

    private Map<String, @Nullable Object> notice(Notice notice) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        Optional<About> shown = notice.about().filter(about -> !about.title().isEmpty());
        json.put("id", notice.id());
        json.put("kind", ResponseJson.lower(notice.kind()));
        json.put("datasetId", shown.map(About::id).orElse(null));
        json.put("dataset", shown.map(About::title).orElse(null));
        json.put("groupId", notice.groupId().orElse(null));
        json.put("group", notice.group().orElse(null));
        json.put("detail", words.detail(notice));
        json.put("created", notice.created().toString());
        json.put("seen", notice.seen());
        return json;
    }
}
