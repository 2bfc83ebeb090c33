package org.gridtorrent.client.torrent;

import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.terminal.Frame;
import org.gridtorrent.terminal.Group;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * {@code torrent}: plain BitTorrent, no site needed.
 *
 * <p>A command is a class of its own in this package: annotated with {@code @Command}, implementing
 * {@code Callable<Integer>}, taking the {@link Invocation} in its constructor, and listed in
 * {@link #group}. It answers through {@link Invocation#output}, shows how far it is with
 * {@link org.gridtorrent.terminal.Progress}, and ends with an
 * {@link org.gridtorrent.terminal.ExitStatus} or by throwing a
 * {@link org.gridtorrent.terminal.CommandFailure}; an {@link java.io.IOException} may simply
 * leave {@code call()}.
 */
@Command(name = "torrent", description = "Create, show, verify, seed and download torrents. Needs no site.")
public final class TorrentCommand extends Group {
    /** The group with its commands, in the order in which help lists them. */
    public static CommandLine group(Invocation invocation) {
        return Frame.group(invocation.word(1), new TorrentCommand(), new TorrentCreate(invocation),
                new TorrentShow(invocation), new TorrentVerify(invocation),
                new SeedCommand(invocation), new GetCommand(invocation));
    }
}
