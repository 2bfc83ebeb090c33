package org.gridtorrent.bench.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.gridtorrent.terminal.Failures;
import org.gridtorrent.terminal.Json;

/**
 * Main loop of a worker process: reads orders, carries them out one by one, and answers each.
 *
 * <p>The end of the input means that the sender has exited: the current order is interrupted.
 */
public final class WorkerLoop {
    /** Field of the answer to an order that could not be carried out. */
    static final String FAILED = "failed";

    private WorkerLoop() {}

    /** Carries out orders. */
    public interface Worker<O> {
        Object carryOut(O order) throws Exception;
    }

    /** Returns when the orders end. */
    public static <O> void run(BufferedReader orders, PrintStream answers, Class<O> form,
            Worker<O> worker) throws IOException {
        Thread working = Thread.currentThread();
        BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        Thread.ofPlatform().daemon().name("orders").start(() -> {
            try {
                orders.lines().forEach(lines::add);
            } finally {
                working.interrupt();
            }
        });
        try {
            while (true) {
                answer(answers, carryOut(lines.take(), form, worker));
            }
        } catch (InterruptedException e) {
            return; // there are no more
        }
    }

    /** Writes a line, such as the first one of a worker, which nobody asked for. */
    public static void answer(PrintStream answers, Object answer) throws IOException {
        answers.println(Json.MAPPER.writeValueAsString(answer));
        answers.flush();
    }

    private static <O> Object carryOut(String line, Class<O> form, Worker<O> worker) {
        try {
            return worker.carryOut(Json.MAPPER.readValue(line, form));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return failed(e);
        } catch (Exception e) { // whatever it is, the one who gave the order is told
            return failed(e);
        }
    }

    private static Map<String, String> failed(Exception e) {
        return Map.of(FAILED, Failures.describe(e).line());
    }
}
