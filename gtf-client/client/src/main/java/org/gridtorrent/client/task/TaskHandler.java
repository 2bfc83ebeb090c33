package org.gridtorrent.client.task;

import java.io.IOException;
import org.gridtorrent.client.tracker.Task;

/** What is done for a task of some kind; it may be begun again after a crash at any moment. */
interface TaskHandler {
    /** Returns when the task is done, and has said so on the board. */
    void run(Task task) throws IOException, TaskFailure, InterruptedException;
}
