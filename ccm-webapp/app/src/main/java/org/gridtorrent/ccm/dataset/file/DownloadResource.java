package org.gridtorrent.ccm.dataset.file;

import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HEAD;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.IOException;
import java.util.Map;
import org.gridtorrent.catalog.dataset.Contents;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.http.Reply;
import org.gridtorrent.ccm.rest.Caller;
import org.gridtorrent.ccm.rest.Id;

/** A single file of a data set, or a part of it, as bytes. */
@Path("/v1/datasets/{id}/file")
@Produces(MediaType.WILDCARD)
public final class DownloadResource {
    private final Contents contents;
    private final Downloads downloads;

    public DownloadResource(Contents contents, Downloads downloads) {
        this.contents = contents;
        this.downloads = downloads;
    }

    /** Opened before this returns, so that what cannot be had is still answered with an error. */
    @GET
    public Response send(@Context Caller caller, @PathParam("id") Id id,
            @QueryParam("path") @DefaultValue("") String path,
            @HeaderParam("Range") @DefaultValue("") String range,
            @HeaderParam("If-Range") @DefaultValue("") String condition) throws IOException {
        Reply.Part part = part(caller, id, path, range, condition);
        if (part.length() == 0) {
            return headers(part);
        }
        Reply.Body body = part.opening().open();
        StreamingOutput sending = out -> {
            try (body) {
                body.writeTo(out);
            }
        };
        return Response.fromResponse(headers(part)).entity(sending).build();
    }

    /** What GET says of it; nothing is fetched. */
    @HEAD
    public Response tell(@Context Caller caller, @PathParam("id") Id id,
            @QueryParam("path") @DefaultValue("") String path,
            @HeaderParam("Range") @DefaultValue("") String range,
            @HeaderParam("If-Range") @DefaultValue("") String condition) {
        return headers(part(caller, id, path, range, condition));
    }

    private Reply.Part part(Caller caller, Id id, String path, String range, String condition) {
        return downloads.answer(new Downloads.Request(caller.accountId(),
                contents.find(caller.accountId(), id.text()).orElseThrow(Refusal::notFound),
                path, range, condition, caller.stillKnown()));
    }

    private static Response headers(Reply.Part part) {
        Response.ResponseBuilder answer = Response.status(part.status());
        part.headers().forEach(answer::header);
        return part.status() == 416
                ? answer.type(MediaType.APPLICATION_JSON)
                        .entity(Map.of("error", "The file ends before this range begins."))
                        .build()
                : answer.header(HttpHeaders.CONTENT_LENGTH, part.length()).build();
    }
}
