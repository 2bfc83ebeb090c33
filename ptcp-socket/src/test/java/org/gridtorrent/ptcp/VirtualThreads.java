package org.gridtorrent.ptcp;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingStream;

/**
 * Counter of virtual threads that were started since it was opened and have not ended.
 *
 * <p>It uses Flight Recorder, which does not always know the names. A thread dump would read each stack, which can
 * crash JDK 25 while threads park (JDK-8364343).
 */
final class VirtualThreads implements AutoCloseable {
    private static final String START = "jdk.VirtualThreadStart";
    private static final String END = "jdk.VirtualThreadEnd";

    private final RecordingStream events = new RecordingStream();
    private final Set<Long> alive = ConcurrentHashMap.newKeySet();
    private final Map<Long, CountDownLatch> awaited = new ConcurrentHashMap<>();

    VirtualThreads() {
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

    int alive() throws InterruptedException {
        awaitEvents();
        return alive.size();
    }

    /** Events come late but in order, so a last thread shows that all were counted. */
    private void awaitEvents() throws InterruptedException {
        Thread last = Thread.ofVirtual().unstarted(() -> {});
        CountDownLatch heard = new CountDownLatch(1);
        awaited.put(last.threadId(), heard);
        last.start();
        heard.await();
    }

    @Override
    public void close() {
        events.close();
    }
}
