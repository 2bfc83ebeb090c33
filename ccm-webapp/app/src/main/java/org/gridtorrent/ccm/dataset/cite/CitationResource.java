package org.gridtorrent.ccm.dataset.cite;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.util.LinkedHashMap;
import java.util.Map;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.rest.Caller;
import org.gridtorrent.ccm.rest.Id;

/** How a data set is cited, in every format that there is. */
@Path("/v1/datasets/{id}/citation")
@Produces(MediaType.APPLICATION_JSON)
public final class CitationResource {
    private final Catalog catalog;
    private final CitationFactory works;

    public CitationResource(Catalog catalog, CitationFactory works) {
        this.catalog = catalog;
        this.works = works;
    }

    @GET
    public Map<String, ?> cite(@Context Caller caller, @PathParam("id") Id id) {
        Content content = catalog.datasets().contents().find(caller.accountId(), id.text())
                .orElseThrow(Refusal::notFound);
        if (content.infoHash().isEmpty()) {
            throw Refusal.of(409, "This data set is not published yet.");
        }
        Citable work = works.of(caller.accountId(), content);
        Map<String, String> json = new LinkedHashMap<>();
        json.put("text", Citation.text(work));
        json.put("bibtex", Citation.bibtex(work));
        json.put("ris", Citation.ris(work));
        json.put("dataciteXml", DataCite.xml(work));
        json.put("dataciteJson", DataCite.json(work));
        json.put("schemaOrg", SchemaOrg.json(work));
        return json;
    }
}
