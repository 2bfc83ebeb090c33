package org.gridtorrent.ccm.admin.backup;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.rest.AdminGate;
import org.gridtorrent.ccm.rest.Caller;
import org.gridtorrent.ccm.rest.ResponseJson;
import org.gridtorrent.ccm.site.Backups;
import org.gridtorrent.ccm.site.Backups.Backup;

/** Backups of the site, for administrators. None is handed out: they hold the site's keys. */
@Path("/v1/admin/backups")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class BackupResource {
    private final Optional<BackupJob> run;
    private final AdminGate gate;

    /**
     * The backups of a site.
     *
     * @param run empty where the database has its own tools for that, or another program is the site
     */
    public BackupResource(Catalog catalog, Optional<BackupJob> run) {
        this.run = run;
        this.gate = new AdminGate(catalog.identity().accounts());
    }

    @GET
    public Map<String, ?> list(@Context Caller caller) throws IOException {
        return state(run(caller));
    }

    /** Begins one; the state says how it goes. */
    @POST
    public Map<String, ?> make(@Context Caller caller) throws IOException {
        BackupJob run = run(caller);
        run.begin(caller.accountId());
        return state(run);
    }

    @POST
    @Path("{backup}/delete")
    public Map<String, ?> delete(@Context Caller caller, @PathParam("backup") String name)
            throws IOException {
        BackupJob run = run(caller);
        if (!run.delete(caller.accountId(), name)) {
            throw Refusal.notFound();
        }
        return state(run);
    }

    private BackupJob run(Caller caller) {
        gate.pass(caller);
        return run.orElseThrow(() -> Refusal.of(409, "These pages make no backups: the database "
                + "has its own tools for that, or the site is another program."));
    }

    private static Map<String, ?> state(BackupJob run) throws IOException {
        Backups backups = run.backups();
        return Map.of("folder", backups.folder().toString(), "state",
                ResponseJson.lower(run.state()),
                "problem", run.problem().orElse(""), "written", run.written(), "backups",
                backups.list().stream().map(each -> backup(backups, each)).toList());
    }

    private static Map<String, ?> backup(Backups backups, Backup backup) {
        return Map.of("name", backup.name(), "bytes", backup.length(), "made",
                backup.made().toString(), "restore", backups.restoring(backup));
    }
}
