package org.gridtorrent.bench.peer;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import org.gridtorrent.bench.process.Host;
import org.gridtorrent.bench.process.Tool;

/**
 * Settings of a client to start: its host, folder and upload limit.
 *
 * @param folder empty folder on the host, for the client's own state
 * @param uploadLimit bytes of content a second, to all peers together; 0 for no limit
 */
public record PeerSettings(Path folder, Host host, long uploadLimit) {

    /** On this machine, over the loopback interface. */
    public static PeerSettings here(Path folder) {
        return on(Host.HERE, folder);
    }

    public static PeerSettings on(Host host, Path folder) {
        return new PeerSettings(folder, host, 0);
    }

    public PeerSettings withUploadLimit(long bytesPerSecond) {
        return new PeerSettings(folder, host, bytesPerSecond);
    }

    /** At which it listens. */
    String address() {
        return host.address();
    }

    /** Copies a script that is kept beside this class into the folder. */
    Path put(String script) throws IOException {
        Path file = folder.resolve(script);
        try {
            host.write(file, Tool.text(PeerSettings.class, script));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while " + file + " was written");
        }
        return file;
    }
}
