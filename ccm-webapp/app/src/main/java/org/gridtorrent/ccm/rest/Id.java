package org.gridtorrent.ccm.rest;

import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.identity.Ids;

/** An identifier out of the address. */
public record Id(String given) {

    /** One that cannot be any is as unknown as any other. */
    public String text() {
        if (!Ids.isValid(given)) {
            throw Refusal.notFound();
        }
        return given;
    }
}
