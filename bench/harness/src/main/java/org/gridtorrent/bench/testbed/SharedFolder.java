package org.gridtorrent.bench.testbed;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.bench.process.ChildJvm;
import org.gridtorrent.bench.process.Host;
import org.gridtorrent.bench.process.Tool;
import org.gridtorrent.bench.process.WorkerLoop;
import org.gridtorrent.bench.process.WorkerProcess;

/**
 * Temporary folder at the same path on this machine and on other hosts.
 *
 * <p>On each other host a process keeps it, makes contents in it, and deletes it when this is closed or
 * this process is gone.
 */
public final class SharedFolder implements AutoCloseable {
    private static final int SECONDS_TO_END = 30;

    private final TempFolder here;
    private final List<WorkerProcess> keepers = new ArrayList<>();

    private SharedFolder(TempFolder here) {
        this.here = here;
    }

    /** Made here, and on hosts that are other machines. */
    public static SharedFolder create(Path below, List<? extends Host> hosts) throws IOException {
        SharedFolder made = new SharedFolder(TempFolder.create(below));
        try {
            for (Host host : hosts) {
                if (host.hasDiskOfItsOwn()) {
                    made.keep(host);
                }
            }
            return made;
        } catch (IOException e) {
            made.close();
            throw e;
        }
    }

    private void keep(Host host) throws IOException {
        WorkerProcess keeper = WorkerProcess.start("host " + host.address(), SECONDS_TO_END, host,
                ChildJvm.command(List.of("-XX:+UseSerialGC"),
                        List.of("folder", path("").toString())));
        keepers.add(keeper);
        try {
            var _ = keeper.answer(Ready.class);
        } catch (IOException e) {
            throw new IOException("host " + host.address() + " cannot keep " + path("")
                    + ", which has to be on a disk that no other host has: " + e.getMessage(), e);
        }
    }

    /** Order to make a content of this name. */
    private record Fill(String name, long length) {}

    /** Answer when the folder is there, and to each order. */
    private record Ready(boolean ready) {}

    /** Keeps a folder on another machine, in a process that carries out orders. */
    public static void keep(Path folder, BufferedReader orders, PrintStream answers)
            throws IOException {
        try (TempFolder kept = TempFolder.at(folder)) {
            WorkerLoop.answer(answers, new Ready(true));
            WorkerLoop.run(orders, answers, Fill.class, order -> {
                ContentFolder.fill(kept.path(order.name), order.length);
                return new Ready(true);
            });
        }
    }

    /** Path of something in it, on all machines. */
    public Path path(String name) {
        return here.path(name);
    }

    /** A new folder in it, as this host sees it. */
    public Path make(String name, Host host) throws IOException, InterruptedException {
        Path made = path(name);
        if (host.hasDiskOfItsOwn()) {
            Tool.run(host.commandOn(List.of("mkdir", "-p", made.toString())));
        } else {
            Files.createDirectories(made);
        }
        return made;
    }

    /** Deletes a folder on the host. */
    void delete(String name, Host host) throws IOException, InterruptedException {
        if (host.hasDiskOfItsOwn()) {
            Tool.run(host.commandOn(List.of("rm", "-r", "-f", path(name).toString())));
        } else {
            TempFolder.delete(path(name));
        }
    }

    /** Makes a folder of this name with a content, on all machines. */
    void fill(String name, long length) throws IOException, InterruptedException {
        ContentFolder.fill(path(name), length);
        for (WorkerProcess keeper : keepers) {
            var _ = keeper.request(new Fill(name, length), Ready.class);
        }
    }

    @Override
    public void close() throws IOException {
        keepers.parallelStream().forEach(WorkerProcess::close);
        here.close();
    }
}
