package org.gridtorrent.ptcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Finds public methods that the contract tests overlook, also ones that a later JDK adds. */
class ContractCoverageTest {
    @Test
    void contractTest_callsEachMethodOfSocket() {
        assertThat(uncalled(Socket.class, SocketCalls.all().keySet())).isEmpty();
    }

    @Test
    void contractTest_callsEachMethodOfServerSocket() {
        assertThat(uncalled(ServerSocket.class, ServerSocketCalls.all().keySet())).isEmpty();
    }

    private static Set<String> uncalled(Class<?> type, Set<String> calls) {
        Set<String> names = names(type, method -> Modifier.isPublic(method.getModifiers()));
        calls.forEach(call -> names.removeAll(List.of(call.split(",? "))));
        return names;
    }

    private static Set<String> names(Class<?> type, Predicate<Method> which) {
        return Stream.of(type.getDeclaredMethods())
                .filter(method -> !Modifier.isStatic(method.getModifiers()))
                .filter(which)
                .map(Method::getName)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
