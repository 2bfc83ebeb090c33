package org.gridtorrent.ccm.rest;

import java.util.Map;
import org.gridtorrent.catalog.Account;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.ccm.web.ApiCall;
import org.gridtorrent.ccm.web.Refusal;
import org.gridtorrent.ccm.web.Reply;

/** Who one is, and one's machines. */
public final class AccountResource {
    private final Catalog catalog;

    public AccountResource(Catalog catalog) {
        this.catalog = catalog;
    }

    public Reply me(ApiCall call) {
        Account account = catalog.accounts().find(call.accountId())
                .orElseThrow(Refusal::notFound);
        return new Reply.Json(200, Map.of("id", account.id(), "name", account.name(), "fullName",
                account.fullName(), "deviceId", call.device().id(), "device",
                call.device().name()));
    }

    public Reply devices(ApiCall call) {
        return new Reply.Json(200, Map.of("devices", catalog.devices().of(call.accountId())
                .stream().map(Shapes::device).toList()));
    }
}
