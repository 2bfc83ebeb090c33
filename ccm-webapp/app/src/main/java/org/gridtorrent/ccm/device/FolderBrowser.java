package org.gridtorrent.ccm.device;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.device.FolderListing;
import org.gridtorrent.catalog.device.FolderListing.Outcome;
import org.gridtorrent.catalog.device.FolderQuery;
import org.gridtorrent.ccm.device.BrowseView.Line;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.ui.DeviceLine;
import org.gridtorrent.identity.Ids;

/**
 * Looks into a machine's folders through the machine itself: what is not open is refused there,
 * whatever is asked for here.
 */
public final class FolderBrowser {
    /** How long an answer is waited for; what was asked for comes without it then. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final Catalog catalog;

    public FolderBrowser(Catalog catalog) {
        this.catalog = catalog;
    }

    /**
     * What lies in the folder; in the one without a name, those that are open.
     *
     * @param asked the question that was put before, when it was not answered yet; else empty
     */
    public BrowseView at(String account, DeviceLine machine, String folder, int page,
            String asked) {
        if (!machine.state().equals("online")) {
            return without(machine, folder, page, "offline", "");
        }
        if (!folder.isEmpty() && !DevicePath.acceptable(folder)) {
            return without(machine, folder, page, "closed", "");
        }
        FolderQuery question = question(account, machine,
                new FolderQuery(asked, folder, (page - 1) * FolderListing.MOST));
        try {
            return catalog.machines().folderQueries()
                    .await(account, machine.id(), question, PATIENCE)
                    .map(listing -> view(machine, folder, page, listing))
                    .orElseGet(() -> without(machine, folder, page, "waiting", question.id()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Refusal.of(503, "");
        }
    }

    /** The one that was put before, when it is asked again for its answer. */
    private FolderQuery question(String account, DeviceLine machine, FolderQuery before) {
        if (Ids.isValid(before.id())
                && catalog.machines().folderQueries().isKnown(account, machine.id(), before)) {
            return before;
        }
        return catalog.machines().folderQueries()
                .ask(account, machine.id(), before.folder(), before.first())
                .orElseThrow(Refusal::notFound);
    }

    private static BrowseView without(DeviceLine machine, String folder, int page, String state,
            String question) {
        return new BrowseView(machine, folder, state, question, List.of(), 0, page, 1);
    }

    private static BrowseView view(DeviceLine machine, String folder, int page,
            FolderListing listing) {
        String above = BrowseView.below(folder);
        List<Line> lines = listing.entries().stream().map(entry -> new Line(entry.name(),
                above + entry.name(), entry.folder(), entry.length())).toList();
        return new BrowseView(machine, folder, state(listing.outcome()), "", lines,
                listing.total(), page,
                Math.max(1, Math.ceilDiv(listing.total(), FolderListing.MOST)));
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
