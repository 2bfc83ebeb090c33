package org.gridtorrent.ptcp;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingStream;

/**
 * Which virtual threads began since it was opened and have not ended, by Flight Recorder's account. (A
 * thread dump would ask each for its stack, which JDK 25 does not always survive while threads park:
 * JDK-8364343.)
 */
final class VirtualThreads implements AutoCloseable {
    private static final String START = "jdk.VirtualThreadStart";
    private static final String END = "jdk.VirtualThreadEnd";

    private final RecordingStream events = new RecordingStream();
    private final Map<Long, String> alive = new ConcurrentHashMap<>();
    private final Map<Long, CountDownLatch> awaited = new ConcurrentHashMap<>();

    VirtualThreads() {
        events.enable(START).withoutStackTrace();
        events.enable(END).withoutStackTrace();
        events.onEvent(START, event -> alive.put(idOf(event), nameOf(event)));
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

    /** Of a thread that was gone before its name was written down none is known. */
    private static String nameOf(RecordedEvent event) {
        return Optional.ofNullable(event.getThread()).map(RecordedThread::getJavaName).orElse("");
    }

    /** The names of those that are alive, which all begin like this. */
    Collection<String> alive(String prefix) throws InterruptedException {
        hearOfAllUntilNow();
        return List.copyOf(alive.values()).stream().filter(name -> name.startsWith(prefix))
                .toList();
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
