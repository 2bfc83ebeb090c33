package org.gridtorrent.ccm.publish;

import java.time.InstantSource;
import java.util.Map;
import org.gridtorrent.catalog.dataset.Drafts;
import org.gridtorrent.ccm.http.Exchange;
import org.gridtorrent.ccm.http.LocalPath;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.http.Reply;

/** What one began to publish: kept while it is typed, and thrown away by hand. */
public final class DraftPages {
    private final Drafts drafts;
    private final PublishDrafts kept;
    private final InstantSource clock;

    public DraftPages(Drafts drafts, InstantSource clock) {
        this.drafts = drafts;
        this.kept = new PublishDrafts(drafts);
        this.clock = clock;
    }

    /** Says in the form when it was kept. */
    public Reply keep(Exchange exchange) {
        boolean done = kept.keep(exchange.viewer().id(), exchange.form());
        return Reply.html("part/kept", Map.of("kept", done, "at", clock.instant()));
    }

    public Reply delete(Exchange exchange) {
        if (!drafts.delete(exchange.viewer().id(), exchange.parameter(PublishDrafts.KEY))) {
            throw Refusal.notFound();
        }
        return new Reply.SeeOther(LocalPath.noticed("/my-data", "draft-deleted"));
    }
}
