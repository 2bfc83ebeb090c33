package org.gridtorrent.ccm.admin.backup;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.ccm.http.Exchange;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.http.Reply;
import org.gridtorrent.ccm.site.Backups;

/** Making a backup of the site, and those that are there. None is handed out: they hold the site's keys. */
public final class BackupPages {
    private static final String PATH = "/admin/backup";

    private final Optional<BackupJob> run;

    /**
     * The pages of a site.
     *
     * @param run empty where the database has its own tools for that, or another program is the site
     */
    public BackupPages(Optional<BackupJob> run) {
        this.run = run;
    }

    public Reply show(Exchange exchange) throws IOException {
        return Reply.html("adminbackup", Map.of("view", view()));
    }

    /** How it goes, while one is being made. */
    public Reply live(Exchange exchange) throws IOException {
        return Reply.html("part/backups", Map.of("view", view()));
    }

    public Reply make(Exchange exchange) {
        run().begin(exchange.viewer().id());
        return new Reply.SeeOther(PATH);
    }

    /** One that is gone already is as it should be. */
    public Reply delete(Exchange exchange) throws IOException {
        run().delete(exchange.viewer().id(), exchange.exactly("name"));
        return new Reply.SeeOther(PATH);
    }

    private BackupJob run() {
        return run.orElseThrow(() -> Refusal.of(409, ""));
    }

    private BackupView view() throws IOException {
        if (run.isEmpty()) {
            return new BackupView("", "none", "", 0, List.of());
        }
        BackupJob now = run.get();
        Backups backups = now.backups();
        return new BackupView(backups.folder().toString(),
                now.state().name().toLowerCase(Locale.ROOT), now.problem().orElse(""),
                now.written(), backups.list().stream().map(each -> new BackupView.Line(
                        each.name(), each.length(), each.made(), backups.restoring(each)))
                        .toList());
    }
}
