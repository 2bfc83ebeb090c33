package org.gridtorrent.ptcp;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.lang.reflect.Method;
import java.time.Duration;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/**
 * Time limit of each test of a class whose volume a system property sets.
 *
 * <p>{@code @Timeout} takes constants only.
 */
record TimeLimit(Duration limit) implements InvocationInterceptor {
    /**
     * The limit grows with the volume, and is never less than in the build.
     *
     * @param inBuild the limit for the volume of the build
     */
    static TimeLimit scaled(Duration inBuild, int volume, int volumeInBuild) {
        return new TimeLimit(
                inBuild.multipliedBy(Math.max(volume, volumeInBuild)).dividedBy(volumeInBuild));
    }

    @Override
    public void interceptTestMethod(Invocation<Void> test,
            ReflectiveInvocationContext<Method> method, ExtensionContext context) {
        assertTimeoutPreemptively(limit, test::proceed);
    }

    @Override
    public void interceptTestTemplateMethod(Invocation<Void> test,
            ReflectiveInvocationContext<Method> method, ExtensionContext context) {
        assertTimeoutPreemptively(limit, test::proceed);
    }
}
