package org.gridtorrent.ccm.report;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.access.RevocationEffect;
import org.gridtorrent.catalog.access.Right;
import org.gridtorrent.catalog.dataset.Versions.Mark;
import org.gridtorrent.ccm.command.AccessCommands;
import org.gridtorrent.ccm.http.Exchange;
import org.gridtorrent.ccm.http.LocalPath;
import org.gridtorrent.ccm.http.Reply;
import org.gridtorrent.ccm.ui.VersionMark;

/** Takes away the rights that were ticked in the report, after a look at what that ends. */
public final class RevocationPages {
    private static final String FIELD = "right";

    private final Catalog catalog;
    private final AccessCommands commands;

    public RevocationPages(Catalog catalog, AccessCommands commands) {
        this.catalog = catalog;
        this.commands = commands;
    }

    /** What would end, and for whom; nothing is changed. */
    public Reply review(Exchange exchange) {
        List<RevocationEffect> losses = catalog.access().revocations().review(
                ReportPages.extent(exchange),
                keys(exchange));
        Map<String, Mark> marks = catalog.datasets().versions()
                .reported(losses.stream().map(RevocationEffect::contentId).toList());
        List<RevocationView.Line> lines = losses.stream()
                .map(loss -> new RevocationView.Line(loss.title(),
                        VersionMark.of(marks, loss.contentId()),
                        RightLines.of(loss.ending(), exchange.viewer()), loss.people()))
                .toList();
        List<String> keys = losses.stream().flatMap(loss -> loss.ending().stream())
                .map(right -> right.key().text()).toList();
        return new Reply.Html(keys.isEmpty() ? 422 : 200, "reportreview",
                Map.of("view", new RevocationView(lines, keys, back(exchange))));
    }

    public Reply revoke(Exchange exchange) {
        List<Right.Key> keys = keys(exchange);
        int revoked = commands.revoke(ReportPages.extent(exchange), keys);
        if (revoked == 0) {
            return new Reply.SeeOther(LocalPath.noticed(back(exchange), "revoked-none"));
        }
        return new Reply.SeeOther(LocalPath.noticed(back(exchange),
                revoked < keys.size() ? "revoked-some" : "revoked"));
    }

    private static List<Right.Key> keys(Exchange exchange) {
        return exchange.form().all(FIELD).stream().map(Right.Key::parse)
                .flatMap(Optional::stream).filter(Right.Key::isRevocable).toList();
    }

    private static String back(Exchange exchange) {
        return LocalPath.orElse(exchange.parameter("back"), "/report");
    }
}
