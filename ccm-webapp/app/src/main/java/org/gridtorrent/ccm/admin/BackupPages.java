package org.gridtorrent.ccm.admin;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.catalog.Settings;
import org.gridtorrent.ccm.admin.BackupRun.State;
import org.gridtorrent.ccm.view.admin.BackupView;
import org.gridtorrent.ccm.web.Exchange;
import org.gridtorrent.ccm.web.Refusal;
import org.gridtorrent.ccm.web.Reply;

/** Making a backup of the site, and those that are there. None is handed out: they hold the site's keys. */
public final class BackupPages {
    private static final String PATH = "/admin/backup";

    private final Optional<Backups> backups;
    private final Optional<BackupRun> run;

    /**
     * The pages of a site.
     *
     * @param backups empty where the database has its own tools for that, or another program is the site
     */
    public BackupPages(Optional<Backups> backups, Settings settings) {
        this.backups = backups;
        this.run = backups.map(each -> new BackupRun(each, settings));
    }

    public Reply show(Exchange exchange) throws IOException {
        return Reply.html("adminbackup", Map.of("view", view()));
    }

    /** How it goes, while one is being made. */
    public Reply live(Exchange exchange) throws IOException {
        return Reply.html("part/backups", Map.of("view", view()));
    }

    public Reply make(Exchange exchange) {
        run.orElseThrow(() -> Refusal.of(409, "")).begin(exchange.viewer().id(), exchange.origin());
        return new Reply.SeeOther(PATH);
    }

    private BackupView view() throws IOException {
        if (backups.isEmpty() || run.isEmpty()) {
            return new BackupView("", "none", "", 0, List.of());
        }
        State state = run.get().state();
        return new BackupView(backups.get().folder().toString(),
                state.name().toLowerCase(Locale.ROOT), run.get().problem().orElse(""),
                state == State.RUNNING ? backups.get().written() : 0,
                backups.get().list().stream().map(each -> new BackupView.Line(each.name(),
                        each.length(), each.made())).toList());
    }
}
