package org.gridtorrent.tracker;

import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.gridtorrent.tracker.BusySite.Identity;
import org.jspecify.annotations.Nullable;

/** A site's machines, busy all at once, each on a thread of its own. Safe for use by many threads. */
final class Load implements AutoCloseable {
    private final List<BusyMachine> machines = new ArrayList<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    // Under this object's monitor.
    private long acknowledged;
    private boolean serverIsUp = true;
    private boolean ended;
    private @Nullable Exception failure;

    /** Begins at once, against the tracker at this port; the machines keep what they are told. */
    Load(X509Certificate authority, List<Identity> identities, Path ledgers, int port,
            Random random) throws Exception {
        var clients = new Clients(authority, () -> port);
        for (Identity identity : identities) {
            machines.add(new BusyMachine(identity,
                    clients.client(identity.key(), identity.certificate()),
                    Ledger.open(ledgers.resolve(identity.deviceId())),
                    new Random(random.nextLong()), this));
        }
        for (BusyMachine machine : machines) {
            threads.execute(() -> run(machine));
        }
    }

    private void run(BusyMachine machine) {
        try (machine.ledger) {
            machine.run();
        } catch (Exception e) {
            failed(e);
        }
    }

    private synchronized void failed(Exception e) {
        failure = e;
        ended = true;
        notifyAll();
    }

    synchronized void acknowledged() {
        acknowledged++;
        notifyAll();
    }

    synchronized boolean goesOn() {
        return !ended;
    }

    synchronized long count() {
        return acknowledged;
    }

    /** Returns when so much more was acknowledged. */
    synchronized void awaitMore(long more) throws Exception {
        long goal = acknowledged + more;
        while (acknowledged < goal && !ended) {
            wait();
        }
        if (failure != null) {
            throw failure;
        }
    }

    synchronized void serverIsUp(boolean up) {
        serverIsUp = up;
        notifyAll();
    }

    /** Where machines wait that had no answer. */
    synchronized void awaitServer() throws InterruptedException {
        while (!serverIsUp && !ended) {
            wait();
        }
    }

    synchronized void stop() {
        ended = true;
        notifyAll();
    }

    /** Ends it in good order. */
    void end() throws Exception {
        close();
        if (failure != null) {
            throw failure;
        }
    }

    @Override
    public void close() {
        stop();
        threads.close();
    }
}
