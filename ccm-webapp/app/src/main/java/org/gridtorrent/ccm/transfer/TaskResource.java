package org.gridtorrent.ccm.transfer;

import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Map;
import org.gridtorrent.catalog.task.Task;
import org.gridtorrent.catalog.task.TaskRates;
import org.gridtorrent.catalog.task.Tasks;
import org.gridtorrent.ccm.command.TaskCommands;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.rest.Caller;
import org.gridtorrent.ccm.rest.Id;
import org.gridtorrent.ccm.rest.PageParameter;
import org.gridtorrent.ccm.rest.ResponseJson;
import org.gridtorrent.ccm.ui.Messages;
import org.jspecify.annotations.Nullable;

/** What one's machines were told to do. */
@Path("/v1/tasks")
@Produces(MediaType.APPLICATION_JSON)
public final class TaskResource {
    private static final int MOST = 200;
    private final Tasks tasks;
    private final TaskRates rates;
    private final TaskCommands commands;
    private final Messages messages;

    public TaskResource(Tasks tasks, TaskRates rates, TaskCommands commands,
            Messages messages) {
        this.tasks = tasks;
        this.rates = rates;
        this.commands = commands;
        this.messages = messages;
    }

    @GET
    public Map<String, ?> list(@Context Caller caller,
            @QueryParam("page") @DefaultValue("1") PageParameter page) {
        return PageParameter.list("tasks", tasks.of(caller.accountId(), page.offset(MOST), MOST),
                task -> ResponseJson.task(task, messages));
    }

    /** With the files that are not good, as far as its machine told. */
    @GET
    @Path("{id}")
    public Map<String, @Nullable Object> show(@Context Caller caller, @PathParam("id") Id id) {
        Task task = tasks.find(caller.accountId(), id.text()).orElseThrow(Refusal::notFound);
        return ResponseJson.task(task, tasks.files(caller.accountId(), id.text()), messages);
    }

    /** How fast it was in the last minutes, oldest first; none of one that is over. */
    @GET
    @Path("{id}/rates")
    public Map<String, ?> rates(@Context Caller caller, @PathParam("id") Id id) {
        Task task = tasks.find(caller.accountId(), id.text()).orElseThrow(Refusal::notFound);
        return Map.of("rates", rates.of(caller.accountId()).getOrDefault(task.id(), List.of())
                .stream().map(rate -> Map.of("at", rate.at().toString(), "bytesPerSecond",
                        rate.bytesPerSecond()))
                .toList());
    }

    @POST
    @Path("{id}/cancel")
    public Map<String, @Nullable Object> cancel(@Context Caller caller,
            @PathParam("id") Id id) {
        return json(commands.cancel(caller.accountId(), id.text()));
    }

    @POST
    @Path("{id}/pause")
    public Map<String, @Nullable Object> pause(@Context Caller caller, @PathParam("id") Id id) {
        return json(commands.pause(caller.accountId(), id.text()));
    }

    @POST
    @Path("{id}/resume")
    public Map<String, @Nullable Object> resume(@Context Caller caller,
            @PathParam("id") Id id) {
        return json(commands.resume(caller.accountId(), id.text()));
    }

    /** The task that tries it again, which is another one when this one is over. */
    @POST
    @Path("{id}/retry")
    public Map<String, @Nullable Object> retry(@Context Caller caller, @PathParam("id") Id id) {
        return json(commands.retry(caller.accountId(), id.text()));
    }

    private Map<String, @Nullable Object> json(Task task) {
        return ResponseJson.task(task, messages);
    }
}
