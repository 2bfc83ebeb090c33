package org.gridtorrent.ccm.report;

import java.util.List;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.access.AccessReport;
import org.gridtorrent.catalog.access.ReportScope;
import org.gridtorrent.catalog.access.Right;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.db.ResultPage;
import org.gridtorrent.ccm.http.Csv;
import org.gridtorrent.ccm.http.Exchange;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.http.Reply;
import org.gridtorrent.ccm.ui.Messages;

/** The report as files of comma-separated values. */
public final class ReportFiles {
    private static final int MOST = 100_000;

    private final Catalog catalog;
    private final Messages messages;

    public ReportFiles(Catalog catalog, Messages messages) {
        this.catalog = catalog;
        this.messages = messages;
    }

    public Reply datasets(Exchange exchange) {
        return file(messages, "access.csv", report().rights(ReportPages.extent(exchange),
                exchange.parameter("q"), MOST));
    }

    public Reply dataset(Exchange exchange) {
        ReportScope extent = ReportPages.extent(exchange);
        if (report().ofDataset(extent, exchange.id(), "", 0, 1).items().isEmpty()) {
            throw Refusal.notFound();
        }
        return file(messages, "access-" + exchange.id() + ".csv",
                report().ofDataset(extent, exchange.id(),
                        exchange.parameter("q"), 0, MOST));
    }

    public Reply person(Exchange exchange) {
        Account person = ReportPages.person(catalog, exchange);
        return file(messages, "access-of-" + person.name() + ".csv",
                report().ofPerson(ReportPages.extent(exchange), person.id(),
                        exchange.parameter("q"), 0, MOST));
    }

    private AccessReport report() {
        return catalog.access().report();
    }

    static Reply file(Messages messages, String name, ResultPage<Right> rights) {
        if (rights.more()) {
            throw Refusal.of(413, messages.text("report.csv.most", messages.number(MOST)));
        }
        var csv = new Csv("data set", "title", "owner", "right", "who", "people", "ends");
        List<Right> all = rights.items();
        for (Right right : all) {
            csv.line(right.key().contentId(), right.title(), right.ownerName(),
                    RightLines.road(right.key()), right.who(), right.people(),
                    right.ends().map(Object::toString).orElse(""));
        }
        return csv.download(name);
    }
}
