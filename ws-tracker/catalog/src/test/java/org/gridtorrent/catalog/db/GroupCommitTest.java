package org.gridtorrent.catalog.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GroupCommitTest {
    private final List<List<Integer>> written = new ArrayList<>();
    private final CountDownLatch mayWrite = new CountDownLatch(1);

    @Test
    void whatComesWhileOneIsWritten_isWrittenTogether() throws Exception {
        var commit = new GroupCommit<Integer>(this::writeLater, _ -> true);
        List<Thread> threads = IntStream.range(0, 50)
                .mapToObj(i -> Thread.ofPlatform().start(() -> commit.add(i))).toList();
        await().until(() -> threads.stream()
                .allMatch(thread -> thread.getState() == Thread.State.WAITING));
        mayWrite.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(written).hasSizeLessThan(5);
        assertThat(written.stream().flatMap(List::stream)).hasSize(50).doesNotHaveDuplicates();
    }

    @Test
    void oneThatCannotBeWritten_failsAlone() throws Exception {
        var commit = new GroupCommit<Integer>(this::writeEven, _ -> true);
        List<Thread> others = IntStream.range(0, 50)
                .mapToObj(i -> Thread.ofPlatform().start(() -> commit.add(2 * i))).toList();
        assertThatThrownBy(() -> commit.add(1)).hasMessage("odd");
        for (Thread thread : others) {
            thread.join();
        }
        assertThat(written.stream().flatMap(List::stream)).hasSize(50).doesNotContain(1);
    }

    @Test
    void faultOfNoItem_failsAllAndIsNotAskedForAgain() throws Exception {
        var commit = new GroupCommit<Integer>(items -> {
            writeLater(items);
            throw new IllegalStateException("gone");
        }, _ -> false);
        var failures = new ConcurrentLinkedQueue<String>();
        List<Thread> threads = IntStream.range(0, 50).mapToObj(i -> Thread.ofPlatform()
                .start(() -> {
                    try {
                        commit.add(i);
                    } catch (IllegalStateException e) {
                        failures.add(String.valueOf(e.getMessage()));
                    }
                })).toList();
        await().until(() -> threads.stream()
                .allMatch(thread -> thread.getState() == Thread.State.WAITING));
        mayWrite.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(failures).hasSize(50).containsOnly("gone");
        assertThat(written).hasSizeLessThan(5);
    }

    private void writeLater(List<Integer> items) {
        try {
            mayWrite.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        written.add(items);
    }

    private void writeEven(List<Integer> items) {
        if (items.stream().anyMatch(item -> item % 2 == 1)) {
            throw new IllegalStateException("odd");
        }
        written.add(items);
    }
}
