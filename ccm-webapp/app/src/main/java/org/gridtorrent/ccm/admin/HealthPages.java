package org.gridtorrent.ccm.admin;

import java.util.Map;
import org.gridtorrent.ccm.http.Exchange;
import org.gridtorrent.ccm.http.Reply;

/** Whether the site is well. */
public final class HealthPages {
    private final Health health;

    public HealthPages(Health health) {
        this.health = health;
    }

    public Reply show(Exchange exchange) {
        return Reply.html("adminhealth", Map.of("view", health.look()));
    }
}
