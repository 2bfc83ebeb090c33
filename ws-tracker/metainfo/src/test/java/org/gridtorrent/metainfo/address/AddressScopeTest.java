package org.gridtorrent.metainfo.address;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressScopeTest {

    @ParameterizedTest
    @CsvSource({"127.0.0.1, HOST", "127.8.9.1, HOST", "::1, HOST", "::ffff:127.0.0.1, HOST",
        "64:ff9b::127.0.0.1, HOST", "2002:7f00:1::1, HOST", "::127.0.0.1, HOST",
        "169.254.169.254, LINK", "fe80::1, LINK", "64:ff9b::169.254.169.254, LINK",
        "10.1.2.3, SITE", "172.16.0.1, SITE", "172.31.255.255, SITE", "192.168.1.1, SITE",
        "100.64.0.1, SITE", "100.127.255.255, SITE", "fec0::1, SITE", "fc00::1, SITE",
        "fd12::1, SITE", "::ffff:10.0.0.1, SITE", "::10.0.0.1, SITE", "2002:a01:203::, SITE",
        "64:ff9b:1::1, SITE", "8.8.8.8, GLOBAL", "172.32.0.1, GLOBAL", "172.15.255.255, GLOBAL",
        "100.63.255.255, GLOBAL", "100.128.0.1, GLOBAL", "192.169.0.1, GLOBAL",
        "223.255.255.255, GLOBAL", "2001:db8::1, GLOBAL", "64:ff9b::8.8.8.8, GLOBAL",
        "64:ff9b:2::1, GLOBAL", "2002:808:808::1, GLOBAL"})
    void addressHasItsScope(String address, AddressScope scope) {
        assertThat(AddressScope.of(InetAddress.ofLiteral(address))).contains(scope);
        assertThat(AddressScope.isBeyondLink(InetAddress.ofLiteral(address)))
                .isNotEqualTo(scope.isLocal());
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "0.1.2.3", "224.0.0.1", "240.0.0.1", "255.255.255.255",
        "::", "ff02::1", "64:ff9b::0.0.0.0", "64:ff9b::224.0.0.1", "2002::1", "2002:ffff:ffff::"})
    void addressOfNoHostHasNone(String address) {
        assertThat(AddressScope.of(InetAddress.ofLiteral(address))).isEmpty();
        assertThat(AddressScope.isBeyondLink(InetAddress.ofLiteral(address))).isFalse();
    }

    @Test
    void hostNamesAddressesOfItsOwnScopeAndWiderOnes() {
        InetAddress inSite = InetAddress.ofLiteral("192.168.1.1");
        assertThat(AddressScope.HOST.mayName(inSite)).isTrue();
        assertThat(AddressScope.SITE.mayName(inSite)).isTrue();
        assertThat(AddressScope.GLOBAL.mayName(inSite)).isFalse();
        assertThat(AddressScope.HOST.mayName(InetAddress.ofLiteral("0.0.0.0"))).isFalse();
    }
}
