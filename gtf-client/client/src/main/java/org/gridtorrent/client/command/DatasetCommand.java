package org.gridtorrent.client.command;

import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.terminal.Frame;
import org.gridtorrent.terminal.Group;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code dataset}: the same things as the pages. */
@Command(name = "dataset", description = "Publish, find and get data sets.")
public final class DatasetCommand extends Group {
    public static CommandLine group(Invocation invocation) {
        return Frame.group(new DatasetCommand(), new DatasetPublish(invocation),
                new DatasetList(invocation),
                new DatasetSearch(invocation), new DatasetShow(invocation),
                new DatasetGet(invocation));
    }
}
