package org.gridtorrent.e2e;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Machines that cannot be called where the tracker sees them, at 127.0.0.1: they are found at the address
 * that they say themselves, as behind a NAT or over the other IP version.
 */
class SeveralAddressesIT {
    private static Stage stage;
    private static Actor member;
    private static Actor elsewhere;
    private static Actor overIpv6;

    @BeforeAll
    static void open() throws IOException {
        stage = Stage.open(SeveralAddressesIT.class);
        member = stage.actor("member");
        elsewhere = stage.actorAt("elsewhere", "127.0.0.2");
        overIpv6 = stage.actorAt("newer", "::1");
        stage.group(member, elsewhere, overIpv6);
    }

    @AfterAll
    static void end() {
        stage.close();
    }

    @Test
    void aMachineThatListensElsewhere_isFetchedFrom() throws IOException {
        isFetchedFrom(elsewhere);
    }

    @Test
    void aMachineThatListensOverIpv6_isFetchedFrom() throws IOException {
        isFetchedFrom(overIpv6);
    }

    private static void isFetchedFrom(Actor publisher) throws IOException {
        int port = publisher.machine().address().getPort();
        assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port).close())
                .as("where it is seen").isInstanceOf(ConnectException.class);
        Path data = stage.shelf.resolve(publisher.machineName());
        Tree original = SampleData.fill(data, 5_000_000);
        String id = stage.publish(publisher, data, publisher.machineName());
        member.get(id).awaitDone(Duration.ofSeconds(60), _ -> {});
        original.expectSame(Tree.of(Stage.copyOf(member, data)));
    }
}
