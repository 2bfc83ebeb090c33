package org.gridtorrent.ccm.people;

import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.util.Map;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.ccm.rest.Caller;
import org.gridtorrent.ccm.rest.PageParameter;
import org.gridtorrent.ccm.rest.ResponseJson;

/** The site's people, found by words of their names, never listed. */
@Path("/v1/people")
@Produces(MediaType.APPLICATION_JSON)
public final class PeopleResource {
    private static final int MOST = 100;

    private final Catalog catalog;

    public PeopleResource(Catalog catalog) {
        this.catalog = catalog;
    }

    /** Nobody for less than two letters. */
    @GET
    public Map<String, ?> find(@Context Caller caller,
            @QueryParam("q") @DefaultValue("") String words) {
        return PageParameter.list("people",
                catalog.people().directory().search(caller.accountId(), words, MOST),
                found -> Map.of("user", found.person().name(), "fullName",
                        found.person().fullName(), "standing", ResponseJson.lower(found.bond())));
    }
}
