package org.gridtorrent.ccm.account;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.util.LinkedHashMap;
import java.util.Map;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.rest.Caller;
import org.gridtorrent.ccm.rest.ResponseJson;
import org.jspecify.annotations.Nullable;

/** Who one is, and which machines one has. */
@Path("/v1")
@Produces(MediaType.APPLICATION_JSON)
public final class AccountResource {
    private final Catalog catalog;

    public AccountResource(Catalog catalog) {
        this.catalog = catalog;
    }

    @GET
    @Path("me")
    public Map<String, @Nullable Object> me(@Context Caller caller) {
        Account account = catalog.identity().accounts().find(caller.accountId())
                .orElseThrow(Refusal::notFound);
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("id", account.id());
        json.put("name", account.name());
        json.put("fullName", account.fullName());
        json.put("deviceId", caller.device().map(Device::id).orElse(null));
        json.put("device", caller.device().map(Device::name).orElse(null));
        json.put("scope", ResponseJson.lower(caller.scope()));
        return json;
    }

    @GET
    @Path("devices")
    public Map<String, ?> devices(@Context Caller caller) {
        return Map.of("devices", catalog.machines().devices().of(caller.accountId()).stream()
                .map(ResponseJson::device).toList());
    }
}
