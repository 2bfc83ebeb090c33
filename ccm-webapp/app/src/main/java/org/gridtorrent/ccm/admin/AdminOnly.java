package org.gridtorrent.ccm.admin;

import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.http.Routes.Handler;

/** Answers administrators; for all others there is no such page. */
public final class AdminOnly {
    private AdminOnly() {}

    public static Handler of(Handler page) {
        return exchange -> {
            if (!exchange.viewer().administrator()) {
                throw Refusal.notFound();
            }
            return page.handle(exchange);
        };
    }
}
