package org.gridtorrent.bench.peer;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.bench.link.Host;
import org.gridtorrent.bench.process.Tool;

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

    public static Place on(Host host, Path folder) {
        return new Place(folder, host.address(), host.enter(), 0);
    }

    public Place giving(long bytesPerSecond) {
        return new Place(folder, address, enter, bytesPerSecond);
    }

    /** Copies a script that is kept beside this class into the folder. */
    Path put(String script) throws IOException {
        Path file = folder.resolve(script);
        try {
            Tool.run(command(List.of("sh", "-c", "cat > \"$0\"", file.toString())),
                    Tool.text(Place.class, script));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while " + file + " was written");
        }
        return file;
    }

    List<String> command(List<String> words) {
        List<String> command = new ArrayList<>(enter);
        command.addAll(words);
        return command;
    }
}
