package org.gridtorrent.ptcp;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingStream;

/**
 * How many virtual threads began since it was opened and have not ended, by Flight Recorder's account, which
 * does not always know their names. (A thread dump would ask each for its stack, which JDK 25 does not always
 * survive while threads park: JDK-8364343.)
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
        hearOfAllUntilNow();
        return alive.size();
    }

    /** Events come late, in their order. */
    private void hearOfAllUntilNow() throws InterruptedException {
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
