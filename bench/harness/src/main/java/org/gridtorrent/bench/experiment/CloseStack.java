package org.gridtorrent.bench.experiment;

import java.util.ArrayDeque;
import java.util.Deque;
import org.gridtorrent.bench.experiment.Experiment.Progress;

/**
 * Stack of resources, closed in the opposite order of their opening. Not thread-safe.
 *
 * <p>What does not close well is said, and the others are closed all the same.
 */
public final class CloseStack implements AutoCloseable {
    private final Progress progress;
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    public CloseStack(Progress progress) {
        this.progress = progress;
    }

    public <T extends AutoCloseable> T add(T one) {
        opened.push(one);
        return one;
    }

    @Override
    public void close() {
        while (!opened.isEmpty()) {
            try {
                opened.pop().close();
            } catch (Exception e) { // as AutoCloseable declares it
                progress.message(String.valueOf(e.getMessage()));
            }
        }
    }
}
