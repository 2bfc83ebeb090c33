package org.gridtorrent.ccm.dataset;

import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.util.Map;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.db.ResultPage;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.rest.Caller;
import org.gridtorrent.ccm.rest.Id;
import org.gridtorrent.ccm.rest.PageParameter;
import org.gridtorrent.ccm.rest.ResponseJson;

/** What happened to a data set, for its owner. */
@Path("/v1/datasets/{id}/activity")
@Produces(MediaType.APPLICATION_JSON)
public final class ActivityResource {
    private static final int MOST = 100;

    private final Catalog catalog;

    public ActivityResource(Catalog catalog) {
        this.catalog = catalog;
    }

    /** The latest first. */
    @GET
    public Map<String, ?> list(@Context Caller caller, @PathParam("id") Id id,
            @QueryParam("page") @DefaultValue("1") PageParameter page) {
        Content content = catalog.datasets().contents().find(caller.accountId(), id.text())
                .orElseThrow(Refusal::notFound);
        if (!content.ownerId().equals(caller.accountId())) {
            throw Refusal.of(403, "Only the data set's owner sees what happened to it.");
        }
        return PageParameter.list("events",
                ResultPage.of(catalog.datasets().events().of(content.ownerId(),
                        content.id(), page.offset(MOST), MOST + 1), MOST),
                event -> Map.of("at", event.at().toString(), "kind",
                        ResponseJson.lower(event.kind()),
                        "who", event.who(), "detail", event.detail()));
    }
}
