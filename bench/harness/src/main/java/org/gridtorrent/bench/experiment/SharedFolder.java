package org.gridtorrent.bench.experiment;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gridtorrent.bench.link.Host;
import org.gridtorrent.bench.process.ChildJvm;
import org.gridtorrent.bench.process.Tool;

/**
 * A folder for temporary files at the same path on this machine and on others. There a process keeps it, makes contents in it,
 * and deletes it when its input ends: when this is closed, or this process is gone.
 */
public final class SharedFolder implements AutoCloseable {
    /** What a process says that keeps one, when it is there and after each order. */
    private static final String READY = "ready";

    private final TempFolder here;
    private final Map<Host, Process> keepers = new LinkedHashMap<>();

    private SharedFolder(TempFolder here) {
        this.here = here;
    }

    /** Here, and on those of the hosts that are other machines. */
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
        Process keeper = Tool.start(host.on(ChildJvm.command(List.of("-XX:+UseSerialGC"),
                List.of("folder", path("").toString()))));
        keepers.put(host, keeper);
        awaitReady(host, keeper);
    }

    private void awaitReady(Host host, Process keeper) throws IOException {
        try {
            Tool.awaitWhole(keeper, READY);
        } catch (IOException e) {
            throw new IOException("host " + host.address() + " cannot keep " + path("")
                    + ", which has to be on a disk that no other host has: " + e.getMessage(), e);
        }
    }

    /** What the process does that keeps one on its machine. */
    public static void keep(Path folder, BufferedReader orders, PrintStream answers)
            throws IOException, InterruptedException {
        try (TempFolder kept = TempFolder.at(folder)) {
            answers.println(READY);
            String order;
            while ((order = orders.readLine()) != null) {
                String[] words = order.split(" ", 2);
                ContentFolder.fill(kept.path(words[1]), Long.parseLong(words[0]));
                answers.println(READY);
            }
        }
    }

    /** Where something in it is, on all machines. */
    public Path path(String name) {
        return here.path(name);
    }

    /** A new folder in it, as this host sees it. */
    public Path make(String name, Host host) throws IOException, InterruptedException {
        Path made = path(name);
        if (host.hasDiskOfItsOwn()) {
            Tool.run(host.on(List.of("mkdir", "-p", made.toString())));
        } else {
            Files.createDirectories(made);
        }
        return made;
    }

    /** What was made there. */
    void delete(String name, Host host) throws IOException, InterruptedException {
        if (host.hasDiskOfItsOwn()) {
            Tool.run(host.on(List.of("rm", "-r", "-f", path(name).toString())));
        } else {
            TempFolder.delete(path(name));
        }
    }

    /** Makes a folder of this name with a content, on all machines. */
    void fill(String name, long length) throws IOException, InterruptedException {
        ContentFolder.fill(path(name), length);
        for (Map.Entry<Host, Process> other : keepers.entrySet()) {
            Writer orders = other.getValue().outputWriter(StandardCharsets.UTF_8);
            orders.write(length + " " + name + "\n");
            orders.flush();
            awaitReady(other.getKey(), other.getValue());
        }
    }

    @Override
    public void close() throws IOException {
        keepers.values().parallelStream().forEach(Tool::end);
        here.close();
    }
}
