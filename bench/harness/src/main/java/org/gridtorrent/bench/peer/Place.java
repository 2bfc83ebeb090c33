package org.gridtorrent.bench.peer;

import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.bench.link.LinkState;

/**
 * Where a client runs, and what it may do there.
 *
 * @param folder an empty one, for what it keeps for itself
 * @param address at which it listens
 * @param enter words that, before its command, make it run on another host; none: on this one
 * @param uploadLimit bytes of content a second, to all peers together; 0 for no limit
 */
public record Place(Path folder, String address, List<String> enter, long uploadLimit) {

    /** On this machine, over the loopback interface. */
    public static Place here(Path folder) {
        return new Place(folder, InetAddress.getLoopbackAddress().getHostAddress(), List.of(), 0);
    }

    /** On a host of a line; hosts count from 1. */
    public static Place on(LinkState link, int host, Path folder) {
        return new Place(folder, link.host(host).address(), link.host(host).enter(), 0);
    }

    public Place giving(long bytesPerSecond) {
        return new Place(folder, address, enter, bytesPerSecond);
    }

    List<String> command(List<String> words) {
        List<String> command = new ArrayList<>(enter);
        command.addAll(words);
        return command;
    }
}
