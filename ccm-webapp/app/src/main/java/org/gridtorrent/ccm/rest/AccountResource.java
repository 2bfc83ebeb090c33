package org.gridtorrent.ccm.rest;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.util.Map;
import org.gridtorrent.catalog.Account;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.ccm.web.Refusal;

/** Who one is, and one's machines. */
@Path("/v1")
@Produces(MediaType.APPLICATION_JSON)
public final class AccountResource {
    private final Catalog catalog;

    public AccountResource(Catalog catalog) {
        this.catalog = catalog;
    }

    @GET
    @Path("me")
    public Map<String, ?> me(@Context Caller caller) {
        Account account = catalog.accounts().find(caller.accountId())
                .orElseThrow(Refusal::notFound);
        return Map.of("id", account.id(), "name", account.name(), "fullName",
                account.fullName(), "deviceId", caller.device().id(), "device",
                caller.device().name());
    }

    @GET
    @Path("devices")
    public Map<String, ?> devices(@Context Caller caller) {
        return Map.of("devices", catalog.devices().of(caller.accountId()).stream()
                .map(Shapes::device).toList());
    }
}
