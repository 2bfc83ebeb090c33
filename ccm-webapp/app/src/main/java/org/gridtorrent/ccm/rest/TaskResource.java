package org.gridtorrent.ccm.rest;

import java.util.Map;
import java.util.Optional;
import org.gridtorrent.catalog.Task;
import org.gridtorrent.catalog.Tasks;
import org.gridtorrent.ccm.web.ApiCall;
import org.gridtorrent.ccm.web.OrderLog;
import org.gridtorrent.ccm.web.Refusal;
import org.gridtorrent.ccm.web.Reply;

/** What one's machines were told to do. */
public final class TaskResource {
    private static final int MOST = 200;
    private final Tasks tasks;
    private final OrderLog orders;

    public TaskResource(Tasks tasks, OrderLog orders) {
        this.tasks = tasks;
        this.orders = orders;
    }

    public Reply list(ApiCall call) {
        return new Reply.Json(200, Map.of("tasks", tasks.of(call.accountId(), MOST)
                .stream().map(Shapes::task).toList()));
    }

    /** With the files that are not good, as far as its machine told. */
    public Reply show(ApiCall call) {
        Task task = tasks.find(call.accountId(), call.id()).orElseThrow(Refusal::notFound);
        return new Reply.Json(200,
                Shapes.task(task, tasks.files(call.accountId(), call.id())));
    }

    public Reply cancel(ApiCall call) {
        return changed(call, "cancel", tasks.cancel(call.accountId(), call.id()));
    }

    public Reply pause(ApiCall call) {
        return changed(call, "pause", tasks.pause(call.accountId(), call.id()));
    }

    public Reply resume(ApiCall call) {
        return changed(call, "resume", tasks.resume(call.accountId(), call.id()));
    }

    /** The task that tries it again, which is another one when this one is over. */
    public Reply retry(ApiCall call) {
        return changed(call, "retry", tasks.retry(call.accountId(), call.id()));
    }

    private Reply changed(ApiCall call, String verb, Optional<Task> changed) {
        Task task = changed.orElseThrow(Refusal::notFound);
        orders.task(call.accountId(), verb, task);
        return new Reply.Json(200, Shapes.task(task));
    }
}
