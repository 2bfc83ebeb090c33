package org.gridtorrent.bench.engine;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.util.List;
import org.gridtorrent.bench.experiment.SwarmFolder;
import org.gridtorrent.bench.link.Host;
import org.gridtorrent.bench.process.Tool;

/** A process on a host of a line that sees another file system where contents are kept. */
record OtherDisk(String address, Process process) implements AutoCloseable {

    /** Skips the test, with the reason, where this user may not mount. */
    static OtherDisk of(Host host) throws IOException {
        Process process = Tool.start(host.on(List.of("unshare", "--mount", "sh", "-c",
                "mount -t tmpfs other " + SwarmFolder.TMPFS + " && echo mounted && exec cat")));
        try {
            Tool.awaitLine(process, "mounted");
            return new OtherDisk(host.address(), process);
        } catch (IOException e) {
            return abort("no file system can be mounted here: " + e.getMessage());
        }
    }

    /** As a file of hosts has it. */
    String hostsLine() {
        return address + " nsenter --target " + process.pid() + " --net --mount sh -c";
    }

    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
    }
}
