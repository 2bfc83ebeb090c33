package org.gridtorrent.ccm.page;

import org.gridtorrent.ccm.view.Theme;
import org.gridtorrent.ccm.web.Exchange;
import org.gridtorrent.ccm.web.Refusal;
import org.gridtorrent.ccm.web.Reply;

/** What a person chooses at the foot of every page, logged in or not; this browser keeps it. */
public final class LookPages {

    public Reply choose(Exchange exchange) {
        exchange.keepTheme(Theme.of(exchange.parameter("theme"))
                .orElseThrow(() -> Refusal.of(400, "")));
        return new Reply.SeeOther(exchange.from());
    }
}
