package org.gridtorrent.ccm.device;

import static java.util.Objects.requireNonNullElse;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.catalog.device.DeviceLimits.Limits;
import org.gridtorrent.ccm.command.DeviceCommands;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.rest.Caller;
import org.gridtorrent.ccm.rest.Id;
import org.gridtorrent.ccm.rest.PageParameter;
import org.gridtorrent.ccm.ui.Rows;
import org.jspecify.annotations.Nullable;

/** One of one's machines: what lies in its opened folders, how fast it may be, its end. */
@Path("/v1/devices/{id}")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class DeviceResource {
    private final Catalog catalog;
    private final FolderBrowser look;
    private final DeviceCommands commands;
    private final InstantSource clock;

    /** Body of POST /devices/ID/limits; what is left out has no limit. */
    record NewLimits(@Nullable List<NewLimit> upload,
            @Nullable List<NewLimit> download) {}

    /** From when on how much; without a day every day, without bytes no limit. */
    record NewLimit(@Nullable String day, @Nullable String from, @Nullable Long bytesPerSecond) {}

    public DeviceResource(Catalog catalog, DeviceCommands commands, InstantSource clock) {
        this.catalog = catalog;
        this.look = new FolderBrowser(catalog);
        this.commands = commands;
        this.clock = clock;
    }

    /** Asks the machine, and waits some seconds; {@code asked} asks for the same answer again. */
    @GET
    @Path("folders")
    public Map<String, @Nullable Object> folders(@Context Caller caller, @PathParam("id") Id id,
            @QueryParam("folder") @DefaultValue("") String folder,
            @QueryParam("page") @DefaultValue("1") PageParameter page,
            @QueryParam("asked") @DefaultValue("") String asked) {
        Device device = owned(caller, id);
        BrowseView view = look.at(caller.accountId(), Rows.machine(device, clock.instant()),
                folder, page.number(), asked);
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("folder", view.folder());
        json.put("state", view.state());
        json.put("asked", view.question().isEmpty() ? null : view.question());
        json.put("entries", view.lines().stream().map(line -> Map.of("name", line.name(), "path",
                line.path(), "folder", line.folder(), "length", line.length())).toList());
        json.put("total", view.total());
        json.put("page", view.page());
        json.put("pages", view.pages());
        return json;
    }

    @GET
    @Path("limits")
    public Map<String, ?> limits(@Context Caller caller, @PathParam("id") Id id) {
        Limits set = catalog.machines().limits().of(owned(caller, id).id());
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("upload", rows(set.upload()));
        json.put("download", rows(set.download()));
        return json;
    }

    private static List<Map<String, @Nullable Object>> rows(String schedule) {
        return WeeklySchedule.of(schedule).rows().stream().map(row -> {
            Map<String, @Nullable Object> json = new LinkedHashMap<>();
            json.put("day", row.day().isEmpty() ? null : row.day());
            json.put("from", row.from());
            json.put("bytesPerSecond", row.bytesPerSecond().orElse(null));
            return json;
        }).toList();
    }

    /** Replaces both; the machine follows within seconds. */
    @POST
    @Path("limits")
    public Map<String, ?> limit(@Context Caller caller, @PathParam("id") Id id,
            NewLimits body) {
        commands.limit(caller.accountId(), id.text(),
                new Limits(schedule(body.upload()), schedule(body.download())));
        return limits(caller, id);
    }

    private static String schedule(@Nullable List<NewLimit> rows) {
        var week = new WeeklySchedule(requireNonNullElse(rows, List.<NewLimit>of()).stream()
                .map(DeviceResource::row).toList());
        if (!week.isRight()) {
            throw Refusal.badRequest("A limit begins on a \"day\" such as Mon, or every day, at a"
                    + " time \"from\" such as 08:00, no two at the same, and allows"
                    + " \"bytesPerSecond\" of whole thousands, or any number.");
        }
        return week.text();
    }

    private static WeeklySchedule.Row row(NewLimit limit) {
        return WeeklySchedule.Row.of(requireNonNullElse(limit.day(), ""),
                requireNonNullElse(limit.from(), ""), limit.bytesPerSecond());
    }

    private Device owned(Caller caller, Id id) {
        return catalog.machines().devices().of(caller.accountId()).stream()
                .filter(device -> device.id().equals(id.text())).findFirst()
                .orElseThrow(Refusal::notFound);
    }

    /** Ends its access at once; what is on it stays. */
    @POST
    @Path("withdraw")
    public Map<String, ?> withdraw(@Context Caller caller, @PathParam("id") Id id) {
        commands.withdraw(caller.accountId(), id.text());
        return Map.of("id", id.text());
    }
}
