package org.gridtorrent.ccm.command;

import java.util.Optional;
import org.gridtorrent.catalog.task.Task;
import org.gridtorrent.catalog.task.Task.Order;
import org.gridtorrent.catalog.task.Tasks;
import org.gridtorrent.ccm.http.Refusal;

/** Tasks of the account's devices. Each returns the task as it is then; 404 when there is none. */
public final class TaskCommands {
    private final Tasks tasks;
    private final CommandLog log;

    TaskCommands(Tasks tasks, CommandLog log) {
        this.tasks = tasks;
        this.log = log;
    }

    public Task order(String accountId, Order order) {
        return logged(accountId, "order", tasks.request(accountId, order));
    }

    public Task cancel(String accountId, String taskId) {
        return logged(accountId, "cancel", tasks.cancel(accountId, taskId));
    }

    public Task pause(String accountId, String taskId) {
        return logged(accountId, "pause", tasks.pause(accountId, taskId));
    }

    public Task resume(String accountId, String taskId) {
        return logged(accountId, "resume", tasks.resume(accountId, taskId));
    }

    /** Returns the task that tries it again, which is a new one if this one has ended. */
    public Task retry(String accountId, String taskId) {
        return logged(accountId, "retry", tasks.retry(accountId, taskId));
    }

    private Task logged(String accountId, String verb, Optional<Task> changed) {
        Task task = changed.orElseThrow(Refusal::notFound);
        log.task(accountId, verb, task);
        return task;
    }
}
