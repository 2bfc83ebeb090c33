package org.gridtorrent.tracker;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.gridtorrent.identity.SiteKeys;
import org.gridtorrent.tracker.BusySite.Identity;

/** A {@link Load} in a process of its own, to be killed; what its machines were told is in their ledgers. */
final class LoadProcess implements AutoCloseable {
    private static final int UP = 'u';
    private static final int DOWN = 'd';
    private static final int END = 'e';

    private final Process process;
    private final InputStream acknowledged;
    private final OutputStream orders;

    private LoadProcess(Process process) {
        this.process = process;
        this.acknowledged = process.getInputStream();
        this.orders = process.getOutputStream();
    }

    /** Begins at once, or goes on where the ledgers end. */
    static LoadProcess start(BusySite site, Path ledgers, int port, long seed)
            throws IOException {
        Path machines = ledgers.resolve("machines");
        if (!Files.exists(machines)) {
            try (var out = new ObjectOutputStream(Files.newOutputStream(machines))) {
                out.writeObject(new ArrayList<>(site.machines()));
            }
        }
        return new LoadProcess(new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                System.getProperty("java.class.path"), "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1", LoadProcess.class.getName(),
                site.keyFolder().toString(), ledgers.toString(), Integer.toString(port),
                Long.toString(seed)).redirectError(ProcessBuilder.Redirect.INHERIT).start());
    }

    /** Returns when so much more was acknowledged. */
    void awaitMore(int more) throws IOException {
        acknowledged.skipNBytes(acknowledged.available());
        acknowledged.skipNBytes(more);
    }

    void serverIsUp(boolean up) throws IOException {
        say(up ? UP : DOWN);
    }

    private void say(int order) throws IOException {
        orders.write(order);
        orders.flush();
    }

    /** SIGKILL; returns when it is gone. */
    void kill() {
        process.toHandle().destroyForcibly();
        process.onExit().join();
    }

    /** Ends it in good order; whether all was as it should be. */
    boolean end() throws IOException {
        say(END);
        acknowledged.transferTo(OutputStream.nullOutputStream());
        return process.onExit().join().exitValue() == 0;
    }

    @Override
    public void close() {
        kill();
    }

    /** That process: {@code KEYS LEDGERS PORT SEED}; a byte on its standard output for each acknowledgement. */
    public static void main(String[] arguments) throws Exception {
        Path ledgers = Path.of(arguments[1]);
        SiteKeys keys = SiteKeys.openOrCreate(Path.of(arguments[0]), "lab");
        try (Load load = new Load(keys.caCertificate(), machines(ledgers), ledgers,
                Integer.parseInt(arguments[2]), new Random(Long.parseLong(arguments[3])))) {
            Thread.ofVirtual().start(() -> obey(load));
            tell(load);
            load.end();
        }
    }

    @SuppressWarnings("unchecked")
    private static List<Identity> machines(Path ledgers) throws Exception {
        try (var in = new ObjectInputStream(Files.newInputStream(ledgers.resolve("machines")))) {
            return (List<Identity>) in.readObject();
        }
    }

    private static void obey(Load load) {
        try {
            for (int order = System.in.read(); order != END && order >= 0; order = System.in
                    .read()) {
                load.serverIsUp(order == UP);
            }
        } catch (IOException e) {
            System.err.println("no orders any more: " + e);
        }
        load.stop();
    }

    private static void tell(Load load) throws Exception {
        long told = 0;
        while (load.goesOn()) {
            load.awaitMore(1);
            long count = load.count();
            System.out.write(new byte[Math.toIntExact(count - told)]);
            System.out.flush();
            told = count;
        }
    }
}
