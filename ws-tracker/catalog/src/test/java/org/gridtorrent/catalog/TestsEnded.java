package org.gridtorrent.catalog;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/** Counts the tests of this JVM that have ended. Loaded as a service by JUnit. */
public final class TestsEnded implements TestExecutionListener {
    private static final AtomicLong COUNT = new AtomicLong();

    static long count() {
        return COUNT.get();
    }

    @Override
    public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
        if (identifier.isTest()) {
            COUNT.incrementAndGet();
        }
    }
}
