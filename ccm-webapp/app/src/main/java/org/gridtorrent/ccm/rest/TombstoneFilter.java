package org.gridtorrent.ccm.rest;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response.Status;
import java.lang.annotation.Annotation;
import java.util.Optional;
import org.apache.cxf.phase.PhaseInterceptorChain;
import org.gridtorrent.catalog.dataset.Tombstones;
import org.gridtorrent.catalog.dataset.Tombstones.Tombstone;
import org.jspecify.annotations.Nullable;

/**
 * A data set that was withdrawn is gone with all that is below its address: who could see it is told
 * what is left of it, in place of that there is none. Safe for use by several threads.
 */
final class TombstoneFilter implements ContainerResponseFilter {
    private static final String BELOW = "v1/datasets/";

    private final Tombstones tombstones;

    TombstoneFilter(Tombstones tombstones) {
        this.tombstones = tombstones;
    }

    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        if (response.getStatus() == Status.NOT_FOUND.getStatusCode()
                && request.getUriInfo().getPath(false).startsWith(BELOW)) {
            find(request.getUriInfo().getPathParameters().getFirst("id")).ifPresent(stone -> {
                response.setStatusInfo(Status.GONE);
                response.setEntity(ResponseJson.tombstone(stone), new Annotation[0],
                        MediaType.APPLICATION_JSON_TYPE);
            });
        }
    }

    private Optional<Tombstone> find(@Nullable String id) {
        Caller caller = PhaseInterceptorChain.getCurrentMessage().getExchange().getInMessage()
                .get(Caller.class);
        return id == null || caller == null
                ? Optional.empty()
                : tombstones.find(caller.accountId(), id);
    }
}
