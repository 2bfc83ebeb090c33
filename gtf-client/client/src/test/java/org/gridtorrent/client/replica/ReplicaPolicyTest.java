package org.gridtorrent.client.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.gridtorrent.mdtp.http.AddressPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplicaPolicyTest {

    @ParameterizedTest
    @CsvSource({"127.0.0.1, ANY", "[::1], ANY", "10.1.2.3, REMOTE", "192.168.1.1, REMOTE",
        "172.16.0.1, REMOTE", "100.64.0.1, REMOTE", "[fd12::1], REMOTE", "[fc00::1], REMOTE",
        "169.254.1.1, REMOTE", "[fe80::1], REMOTE", "198.18.0.1, PUBLIC",
        "[2001:db8::1], PUBLIC"})
    void replicasAreNotNearerThanTheSite(String host, AddressPolicy policy) {
        assertThat(new ReplicaPolicy(URI.create("https://" + host + ":8443/tracker")).get())
                .isEqualTo(policy);
    }

    @Test
    void nameIsResolvedEachTime_andWithoutAnAddressOnlyTheInternetIsAllowed() {
        Deque<List<String>> answers = new ArrayDeque<>(List.of(List.of(), List.of("192.168.1.1"),
                List.of("192.168.1.1", "198.18.0.1"), List.of(), List.of("127.0.0.1")));
        ReplicaPolicy policy = new ReplicaPolicy(URI.create("https://site.example/"), host -> {
            assertThat(host).isEqualTo("site.example");
            if (answers.element().isEmpty()) {
                answers.remove();
                throw new UnknownHostException(host);
            }
            return answers.remove().stream().map(InetAddress::ofLiteral)
                    .toArray(InetAddress[]::new);
        });
        assertThat(List.of(policy.get(), policy.get(), policy.get(), policy.get(), policy.get()))
                .containsExactly(AddressPolicy.PUBLIC, AddressPolicy.REMOTE, AddressPolicy.PUBLIC,
                        AddressPolicy.PUBLIC, AddressPolicy.ANY);
    }
}
