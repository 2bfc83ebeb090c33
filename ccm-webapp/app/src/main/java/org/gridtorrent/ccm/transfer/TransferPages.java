package org.gridtorrent.ccm.transfer;

import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.db.ResultPage;
import org.gridtorrent.catalog.task.Task;
import org.gridtorrent.catalog.task.Task.Kind;
import org.gridtorrent.catalog.task.TaskRates;
import org.gridtorrent.catalog.task.TaskRates.Rate;
import org.gridtorrent.catalog.task.Tasks;
import org.gridtorrent.ccm.command.TaskCommands;
import org.gridtorrent.ccm.http.Exchange;
import org.gridtorrent.ccm.http.LocalPath;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.http.Reply;
import org.gridtorrent.ccm.ui.RateChart;
import org.gridtorrent.ccm.ui.TransferLine;

/** What one's machines are doing, live. */
public final class TransferPages {
    /** The status at which htmx takes what comes and asks no more. */
    private static final int NO_MORE = 286;
    private static final int PER_PAGE = 50;
    /** Tasks of a machine that is to have the data set, which without access come to nothing. */
    private static final Set<Kind> NEEDING_ACCESS = EnumSet.of(Kind.DOWNLOAD, Kind.SEED,
            Kind.VERIFY, Kind.REPAIR);
    private final Catalog catalog;
    private final Tasks tasks;
    private final TaskRates rates;
    private final InstantSource clock;
    private final TaskCommands commands;

    public TransferPages(Catalog catalog, InstantSource clock, TaskCommands commands) {
        this.catalog = catalog;
        this.tasks = catalog.work().tasks();
        this.rates = catalog.work().rates();
        this.clock = clock;
        this.commands = commands;
    }

    public Reply list(Exchange exchange) {
        String viewer = exchange.viewer().id();
        Map<String, List<Rate>> drawn = rates.of(viewer);
        int activePage = exchange.page("active");
        int page = exchange.page();
        ResultPage<Task> active = tasks.open(viewer, (activePage - 1) * PER_PAGE, PER_PAGE);
        ResultPage<Task> over = tasks.over(viewer, (page - 1) * PER_PAGE, PER_PAGE);
        return Reply.html("transfers", Map.of("view", new TransfersView(
                lines(active, drawn), activePage, active.more(), lines(over, drawn), page,
                over.more())));
    }

    private List<TransferLine> lines(ResultPage<Task> part, Map<String, List<Rate>> drawn) {
        Set<String> replaced = tasks.replaced(part.items());
        return part.items().stream()
                .map(task -> line(task, replaced.contains(task.id()), drawn)).toList();
    }

    /**
     * The moving part of one transfer; the whole page again once it is over. Where it was cancelled, the
     * page that says so may just be on its way, and loading this one again would win over it.
     */
    public Reply live(Exchange exchange) {
        Task task = tasks.find(exchange.viewer().id(), exchange.id())
                .orElseThrow(Refusal::notFound);
        if (hasLostAccess(exchange.viewer().id(), task)) {
            return new Reply.Html(NO_MORE, "part/accessended",
                    Map.of("line", TransferLine.of(task).withoutAccess()));
        }
        if (task.state().isFinal() && task.state() != Task.State.CANCELLED) {
            return new Reply.Reload();
        }
        return new Reply.Html(task.state().isFinal() ? NO_MORE : 200, "part/progress",
                Map.of("line", line(task, false, rates.of(exchange.viewer().id()))));
    }

    /** The data set's page is none any more for this viewer, so it is not loaded again. */
    private boolean hasLostAccess(String viewer, Task task) {
        return NEEDING_ACCESS.contains(task.kind())
                && catalog.datasets().contents().find(viewer, task.contentId()).isEmpty()
                && catalog.datasets().tombstones().find(viewer, task.contentId()).isEmpty();
    }

    private TransferLine line(Task task, boolean replaced, Map<String, List<Rate>> drawn) {
        List<Rate> of = drawn.getOrDefault(task.id(), List.of());
        return TransferLine.of(task, replaced).with(new RateChart(of, clock.instant()));
    }

    public Reply cancel(Exchange exchange) {
        return changed(exchange, commands::cancel, "cancelled");
    }

    public Reply pause(Exchange exchange) {
        return changed(exchange, commands::pause, "paused");
    }

    public Reply resume(Exchange exchange) {
        return changed(exchange, commands::resume, "resumed");
    }

    public Reply retry(Exchange exchange) {
        return changed(exchange, commands::retry, "retried");
    }

    private static Reply changed(Exchange exchange, BiConsumer<String, String> command,
            String notice) {
        command.accept(exchange.viewer().id(), exchange.id());
        String back = LocalPath.orElse(exchange.parameter("back"), "/transfers");
        return new Reply.SeeOther(LocalPath.noticed(back, notice));
    }
}
