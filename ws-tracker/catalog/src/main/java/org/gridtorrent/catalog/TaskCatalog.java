package org.gridtorrent.catalog;

import org.gridtorrent.catalog.task.Assignments;
import org.gridtorrent.catalog.task.TaskRates;
import org.gridtorrent.catalog.task.Tasks;

/** Tasks, and the machines that carry them out. */
public record TaskCatalog(Tasks tasks, Assignments assignments, TaskRates rates) {}
