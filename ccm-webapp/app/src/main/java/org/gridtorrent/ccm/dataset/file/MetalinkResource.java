package org.gridtorrent.ccm.dataset.file;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Contents;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.rest.Caller;
import org.gridtorrent.ccm.rest.Id;
import org.gridtorrent.mdtp.metalink.Metalink;

/** A data set's Metalink (RFC 5854): addresses of its files for aria2 and other programs. */
@Path("/v1/datasets/{id}/metalink")
@Produces(MediaType.WILDCARD)
public final class MetalinkResource {
    private final Contents contents;
    private final Metalinks metalinks;

    public MetalinkResource(Contents contents, Metalinks metalinks) {
        this.contents = contents;
        this.metalinks = metalinks;
    }

    @GET
    public Response send(@Context Caller caller, @PathParam("id") Id id) {
        Content content = contents.find(caller.accountId(), id.text())
                .orElseThrow(Refusal::notFound);
        return Response.ok(metalinks.of(caller.accountId(), content), Metalink.MEDIA_TYPE)
                .header(HttpHeaders.CONTENT_DISPOSITION, "attachment; filename=\"" + content.id()
                        + Metalink.SUFFIX + '"')
                .build();
    }
}
