package org.gridtorrent.ccm.page;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.CatalogException;
import org.gridtorrent.catalog.folders.Listing;
import org.gridtorrent.catalog.folders.Listing.Outcome;
import org.gridtorrent.catalog.folders.Question;
import org.gridtorrent.ccm.view.MachineLine;
import org.gridtorrent.ccm.view.publish.BrowseView;
import org.gridtorrent.ccm.view.publish.BrowseView.Line;
import org.gridtorrent.ccm.web.Exchange;
import org.gridtorrent.ccm.web.Refusal;
import org.gridtorrent.ccm.web.Reply;
import org.gridtorrent.identity.Ids;

/**
 * The opened folders of one's machines, browsed through the machines themselves: what is not open is
 * refused there, whatever is asked for here.
 */
public final class BrowsePages {
    /** How long a page waits for a machine's answer; it comes without it then, and asks again. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final Catalog catalog;
    private final InstantSource clock;

    public BrowsePages(Catalog catalog, InstantSource clock) {
        this.catalog = catalog;
        this.clock = clock;
    }

    public Reply browse(Exchange exchange) {
        List<MachineLine> machines = catalog.devices().of(exchange.viewer().id()).stream()
                .map(device -> Rows.machine(device, clock.instant())).toList();
        String device = exchange.parameter("device");
        Optional<BrowseView> view = device.isEmpty()
                ? Optional.empty()
                : Optional.of(folder(exchange, machines.stream()
                        .filter(machine -> machine.id().equals(device)).findFirst()
                        .orElseThrow(Refusal::notFound)));
        return Reply.html("browse", Map.of("machines", machines, "view", view));
    }

    private BrowseView folder(Exchange exchange, MachineLine machine) {
        String folder = exchange.parameter("folder");
        int page = exchange.page();
        if (!machine.state().equals("online")) {
            return without(machine, folder, page, "offline", "");
        }
        if (!folder.isEmpty() && !DevicePath.acceptable(folder)) {
            return without(machine, folder, page, "closed", "");
        }
        String account = exchange.viewer().id();
        Question question = question(exchange, account, machine, folder,
                (page - 1) * Listing.MOST);
        try {
            return catalog.questions().await(account, machine.id(), question, PATIENCE)
                    .map(listing -> view(machine, folder, page, listing))
                    .orElseGet(() -> without(machine, folder, page, "waiting", question.id()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Refusal.of(503, "");
        }
    }

    /** The one that was put before, when the page was loaded again for its answer. */
    private Question question(Exchange exchange, String account, MachineLine machine,
            String folder, int first) {
        var before = new Question(exchange.parameter("asked"), folder, first);
        if (Ids.isValid(before.id())
                && catalog.questions().isKnown(account, machine.id(), before)) {
            return before;
        }
        try {
            return catalog.questions().ask(account, machine.id(), folder, first)
                    .orElseThrow(Refusal::notFound);
        } catch (CatalogException refused) {
            throw Refusal.of(refused);
        }
    }

    private static BrowseView without(MachineLine machine, String folder, int page, String state,
            String question) {
        return new BrowseView(machine, folder, state, question, List.of(), 0, page, 1);
    }

    private static BrowseView view(MachineLine machine, String folder, int page,
            Listing listing) {
        String above = BrowseView.below(folder);
        List<Line> lines = listing.entries().stream().map(entry -> new Line(entry.name(),
                above + entry.name(), entry.folder(), entry.length())).toList();
        return new BrowseView(machine, folder, state(listing.outcome()), "", lines,
                listing.total(), page, Math.max(1, Math.ceilDiv(listing.total(), Listing.MOST)));
    }

    private static String state(Outcome outcome) {
        return switch (outcome) {
            case YES -> "listed";
            case NOT_OPEN -> "closed";
            case NOT_FOUND -> "missing";
            case UNREADABLE -> outcome.name().toLowerCase(Locale.ROOT);
        };
    }
}
