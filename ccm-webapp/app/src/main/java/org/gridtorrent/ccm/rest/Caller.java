package org.gridtorrent.ccm.rest;

import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.gridtorrent.catalog.account.ApiToken;
import org.gridtorrent.catalog.account.ApiToken.Scope;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.ccm.http.Refusal;
import org.jspecify.annotations.Nullable;

/**
 * Whoever sent a token, for whom an operation is done.
 *
 * @param device whose token it is; empty with a token of the person's own
 * @param token its name, or that of the machine whose it is
 * @param stillKnown asks anew whether the token is still good
 */
public record Caller(String accountId, Scope scope, Optional<Device> device, String token,
        BooleanSupplier stillKnown) {

    public static Caller of(Device device, BooleanSupplier stillKnown) {
        return new Caller(device.accountId(), Scope.WRITE, Optional.of(device), device.name(),
                stillKnown);
    }

    public static Caller of(ApiToken token, BooleanSupplier stillKnown) {
        return new Caller(token.accountId(), token.scope(), Optional.empty(), token.name(),
                stillKnown);
    }

    /** The machine that was named, else the one that calls. */
    public String deviceId(@Nullable String named) {
        return named != null
                ? named
                : device.map(Device::id).orElseThrow(() -> Refusal.badRequest(
                        "Say which machine: \"deviceId\" is needed with a token of your own."));
    }
}
