package org.gridtorrent.ccm.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.access.Grantee;
import org.gridtorrent.catalog.access.ReportScope;
import org.gridtorrent.catalog.access.Right;
import org.gridtorrent.catalog.access.SharedDataset;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.db.ResultPage;
import org.gridtorrent.ccm.http.Exchange;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.http.Reply;
import org.gridtorrent.ccm.ui.VersionMark;

/** Who can see what, by data set and by person: of one's own data sets, for administrators of all. */
public final class ReportPages {
    private static final int SETS = 25;
    private static final int RIGHTS = 100;
    private static final int PEOPLE = 50;

    private final Catalog catalog;

    public ReportPages(Catalog catalog) {
        this.catalog = catalog;
    }

    /** An administrator's is the whole site. */
    static ReportScope extent(Exchange exchange) {
        return new ReportScope(exchange.viewer().id(), exchange.viewer().administrator());
    }

    public Reply datasets(Exchange exchange) {
        int page = exchange.page();
        ResultPage<SharedDataset> sets = catalog.access().report().datasets(extent(exchange),
                exchange.parameter("q"), (page - 1) * SETS, SETS);
        List<RightLine> all = new ArrayList<>();
        sets.items().forEach(set -> all.addAll(RightLines.of(set, exchange.viewer())));
        return page(exchange, "datasets", "", all, "/report", sets.more());
    }

    public Reply dataset(Exchange exchange) {
        ReportScope extent = extent(exchange);
        List<Right> any = catalog.access().report().ofDataset(extent, exchange.id(), "", 0, 1)
                .items();
        if (any.isEmpty()) {
            throw Refusal.notFound();
        }
        ResultPage<Right> rights = catalog.access().report().ofDataset(extent, exchange.id(),
                exchange.parameter("q"), first(exchange), RIGHTS);
        return page(exchange, "dataset", any.getFirst().title(),
                RightLines.of(rights.items(), exchange.viewer()),
                "/report/datasets/" + exchange.id(),
                rights.more());
    }

    public Reply person(Exchange exchange) {
        Account person = person(catalog, exchange);
        ResultPage<Right> rights = catalog.access().report().ofPerson(extent(exchange), person.id(),
                exchange.parameter("q"), first(exchange), RIGHTS);
        return page(exchange, "person", person.fullName() + " (" + person.name() + ")",
                RightLines.of(rights.items(), exchange.viewer()), "/report/people/" + person.id(),
                rights.more());
    }

    public Reply people(Exchange exchange) {
        int page = exchange.page();
        ReportScope extent = extent(exchange);
        String words = exchange.parameter("q");
        ResultPage<Grantee> seers = catalog.access().report().people(extent, words,
                (page - 1) * PEOPLE,
                PEOPLE);
        return Reply.html("reportpeople", Map.of("view", new GranteesView(seers.items().stream()
                .map(seer -> new GranteesView.Line(seer.person().id(), seer.person().name(),
                        seer.person().fullName(), seer.datasets()))
                .toList(), words, page, seers.more(), extent.wholeSite())));
    }

    /** Somebody who can see something, if any of it is within what the viewer is told of. */
    static Account person(Catalog catalog, Exchange exchange) {
        Account person = catalog.identity().accounts().find(exchange.id())
                .filter(account -> !account.disabled()).orElseThrow(Refusal::notFound);
        if (catalog.access().report().ofPerson(extent(exchange), person.id(), "", 0, 1).items()
                .isEmpty()) {
            throw Refusal.notFound();
        }
        return person;
    }

    private static int first(Exchange exchange) {
        return (exchange.page() - 1) * RIGHTS;
    }

    private Reply page(Exchange exchange, String of, String subject, List<RightLine> all,
            String path, boolean more) {
        String words = exchange.parameter("q");
        int page = exchange.page();
        return Reply.html("report", Map.of("view", new ReportView(of, subject, all,
                versions(all), words, path, Addresses.with(path, words, page), page, more,
                extent(exchange).wholeSite())));
    }

    private Map<String, VersionMark> versions(List<RightLine> all) {
        Map<String, VersionMark> versions = new HashMap<>();
        catalog.datasets().versions()
                .reported(all.stream().map(RightLine::setId).distinct().toList())
                .forEach((id, mark) -> versions.put(id, VersionMark.of(mark)));
        return versions;
    }
}
