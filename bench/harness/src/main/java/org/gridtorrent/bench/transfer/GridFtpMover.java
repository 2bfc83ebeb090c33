package org.gridtorrent.bench.transfer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.bench.process.Tool;

/** GridFTP as Debian has it: nobody is authenticated, and {@code -p} flows. Its start and log-in count. */
final class GridFtpMover implements Mover {
    private static final String CLIENT = "globus-url-copy";
    private static final String CLIENT_PACKAGE = "globus-gass-copy-progs";
    private static final String SERVER = "globus-gridftp-server";
    private static final int PORT = 2811;

    private boolean served;

    @Override
    public String title() {
        return "GridFTP";
    }

    @Override
    public Optional<String> missing(Way way) {
        return Tool.missing(CLIENT, CLIENT_PACKAGE)
                .or(() -> Tool.missing(SERVER, "globus-gridftp-server-progs"));
    }

    @Override
    public double move(Load load, TransferField field) throws IOException, InterruptedException {
        if (!served) {
            field.serve(PORT, List.of(SERVER, "-p", Integer.toString(PORT), "-aa",
                    "-anonymous-user", "root", "-allow-root", "-data-interface",
                    field.line().receiver().address()));
            served = true;
        }
        return load.way() == Way.MEMORY
                ? copy(load, field, Path.of("/dev/zero"), Path.of("/dev/null"))
                : field.into(load, (content, directory) -> copy(load, field, content,
                        directory.resolve(content.getFileName())));
    }

    private double copy(Load load, TransferField field, Path from, Path to)
            throws IOException, InterruptedException {
        List<String> command = List.of(CLIENT, "-p", Integer.toString(load.flows()), "-tcp-bs",
                Integer.toString(TransferField.BUFFER_BYTES), "-len",
                Long.toString(load.length()), "file://" + from,
                "ftp://" + field.line().receiver().address() + ":" + PORT + to);
        field.used(title(),
                Tool.run(List.of("dpkg-query", "-Wf${Version}", CLIENT_PACKAGE)).strip(), command);
        long startNanos = System.nanoTime();
        Tool.run(field.on(field.line().sender(), load, command));
        return load.megabits((System.nanoTime() - startNanos) / 1e9);
    }
}
