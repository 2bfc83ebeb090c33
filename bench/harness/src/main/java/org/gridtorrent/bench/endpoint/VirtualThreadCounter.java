package org.gridtorrent.bench.endpoint;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingStream;

/**
 * Counter of virtual threads that began since it was opened and have not ended. Thread-safe.
 *
 * <p>It reads Flight Recorder's events: a thread dump asks each thread for its stack, which JDK 25 does
 * not always survive (JDK-8364343). It takes memory for each thread, so memory is measured without it.
 */
final class VirtualThreadCounter implements AutoCloseable {
    private static final String START = "jdk.VirtualThreadStart";
    private static final String END = "jdk.VirtualThreadEnd";

    private final RecordingStream events = new RecordingStream();
    private final Set<Long> alive = ConcurrentHashMap.newKeySet();
    private final Map<Long, CountDownLatch> awaited = new ConcurrentHashMap<>();

    VirtualThreadCounter() {
        events.enable(START).withoutStackTrace();
        events.enable(END).withoutStackTrace();
        events.onEvent(START, event -> alive.add(idOf(event)));
        events.onEvent(END, event -> {
            alive.remove(idOf(event));
            CountDownLatch waiting = awaited.remove(idOf(event));
            if (waiting != null) {
                waiting.countDown();
            }
        });
        events.startAsync();
    }

    private static long idOf(RecordedEvent event) {
        return event.getLong("javaThreadId");
    }

    /** Events come late, but in their order: when those of one more thread are there, all before are. */
    int count() throws InterruptedException {
        Thread last = Thread.ofVirtual().unstarted(() -> {});
        CountDownLatch heard = new CountDownLatch(1);
        awaited.put(last.threadId(), heard);
        last.start();
        heard.await();
        return alive.size();
    }

    @Override
    public void close() {
        events.close();
    }
}
