package org.gridtorrent.mdtp.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AddressPolicyTest {

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.8.9.1", "0.0.0.0", "0.1.2.3", "10.1.2.3",
        "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254", "100.64.0.1",
        "100.127.255.255", "224.0.0.1", "240.0.0.1", "255.255.255.255", "::1", "::", "fe80::1",
        "fec0::1", "fc00::1", "fd12::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1",
        "::10.0.0.1", "64:ff9b::127.0.0.1", "64:ff9b::169.254.169.254", "2002:7f00:1::1",
        "2002:a01:203::"})
    void publicPolicyRefuses(String address) {
        assertThat(AddressPolicy.PUBLIC.allows(InetAddress.ofLiteral(address))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"8.8.8.8", "172.32.0.1", "172.15.255.255", "100.63.255.255",
        "100.128.0.1", "192.169.0.1", "223.255.255.255", "2001:db8::1", "2a00::1",
        "64:ff9b::8.8.8.8", "2002:808:808::1"})
    void publicPolicyAllows(String address) {
        assertThat(AddressPolicy.PUBLIC.allows(InetAddress.ofLiteral(address))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "169.254.169.254", "0.0.0.0", "::1", "fe80::1"})
    void remotePolicyRefuses(String address) {
        assertThat(AddressPolicy.REMOTE.allows(InetAddress.ofLiteral(address))).isFalse();
        assertThat(AddressPolicy.ANY.allows(InetAddress.ofLiteral(address))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.1.2.3", "192.168.1.1", "8.8.8.8", "fd12::1"})
    void remotePolicyAllows(String address) {
        assertThat(AddressPolicy.REMOTE.allows(InetAddress.ofLiteral(address))).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"127.0.0.1, ANY", "::1, ANY", "169.254.1.1, REMOTE", "fe80::1, REMOTE",
        "10.1.2.3, REMOTE", "192.168.1.1, REMOTE",
        "fd00::1, REMOTE", "198.18.0.1, PUBLIC", "2001:db8::1, PUBLIC"})
    void serverNamesNoAddressCloserThanItself(String server, AddressPolicy policy) {
        assertThat(AddressPolicy.namedBy(List.of(InetAddress.ofLiteral(server))))
                .isEqualTo(policy);
    }

    @Test
    void hostWithPublicAndLocalAddressesIsPublic() throws Exception {
        assertThat(AddressPolicy.namedBy(List.of(InetAddress.ofLiteral("127.0.0.1"),
                InetAddress.ofLiteral("198.18.0.1")))).isEqualTo(AddressPolicy.PUBLIC);
    }
}
