package org.gridtorrent.ptcp.socket;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.SocketImpl;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Finds methods of {@link SocketImpl} that an endpoint overlooks, also ones that a later JDK adds. */
class SocketEndpointTest {
    /** Methods whose inherited behaviour is right. */
    private static final Set<String> INHERITED = Set.of("getFileDescriptor", "getInetAddress",
            "getPort", "getLocalPort", "toString", "setPerformancePreferences",
            "supportsUrgentData");

    @Test
    void connectedEndpoints_overrideEachMethodOfSocketImpl() {
        Set<String> needed = names(SocketImpl.class, SocketEndpointTest::isOverridable);
        needed.removeAll(INHERITED);
        needed.removeAll(names(SocketEndpoint.class, method -> true));
        for (Class<?> endpoint : List.of(SessionEndpoint.class, PlainEndpoint.class)) {
            assertThat(names(endpoint, method -> true)).as(endpoint.getSimpleName())
                    .containsAll(needed);
        }
    }

    private static boolean isOverridable(Method method) {
        return Modifier.isPublic(method.getModifiers())
                || Modifier.isProtected(method.getModifiers());
    }

    private static Set<String> names(Class<?> type, Predicate<Method> which) {
        return Arrays.stream(type.getDeclaredMethods())
                .filter(method -> !Modifier.isStatic(method.getModifiers()))
                .filter(which)
                .map(Method::getName)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
