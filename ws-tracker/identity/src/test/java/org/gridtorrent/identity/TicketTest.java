package org.gridtorrent.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Random;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.api.Test;

class TicketTest {
    private static final Instant NOW = Keys.NOW;
    private final KeyPair site = ed25519();
    private final KeyPair device = DeviceKeys.generate();
    private final Ticket ticket = new Ticket("0a".repeat(20), "lab.example", "u1", "d1",
            Digests.keyHash(device.getPublic()), Ticket.READ, 7, NOW.plus(Duration.ofMinutes(10)));

    @Test
    void comesBackWhole() throws IdentityException {
        byte[] signed = ticket.sign(site.getPrivate());
        assertThat(Ticket.verify(signed, site.getPublic(), NOW)).isEqualTo(ticket);
        assertThat(signed.length).isLessThan(2048);
    }

    @Test
    void isRefusedFromTheSecondOfItsExpiry() {
        byte[] signed = ticket.sign(site.getPrivate());
        assertThatThrownBy(() -> Ticket.verify(signed, site.getPublic(), ticket.expires()))
                .isInstanceOf(IdentityException.class).hasMessageContaining("too old");
    }

    @Test
    void isRefusedWhenAnotherKeySignedIt() {
        byte[] signed = ticket.sign(ed25519().getPrivate());
        assertThatThrownBy(() -> Ticket.verify(signed, site.getPublic(), NOW))
                .isInstanceOf(IdentityException.class);
    }

    @Test
    void isRefusedWithAnyBitFlippedOrAnyTailCut() {
        byte[] signed = ticket.sign(site.getPrivate());
        for (int i = 0; i < signed.length; i++) {
            byte[] flipped = signed.clone();
            flipped[i] ^= (byte) (1 << (i % 8));
            byte[] cut = Arrays.copyOf(signed, i);
            assertThatThrownBy(() -> Ticket.verify(flipped, site.getPublic(), NOW))
                    .isInstanceOf(IdentityException.class);
            assertThatThrownBy(() -> Ticket.verify(cut, site.getPublic(), NOW))
                    .isInstanceOf(IdentityException.class);
        }
    }

    @Test
    void signedNonsenseIsRefusedWithoutAnythingElseThrown() throws GeneralSecurityException {
        var random = new Random(TestScale.seed("identity.seed"));
        for (int i = 0; i < 200; i++) {
            var body = new byte[random.nextInt(300) + 1];
            random.nextBytes(body);
            byte[] start = "GTT1".getBytes(StandardCharsets.US_ASCII);
            System.arraycopy(start, 0, body, 0, Math.min(start.length, body.length));
            byte[] signed = signed(body);
            assertThatThrownBy(() -> Ticket.verify(signed, site.getPublic(), NOW))
                    .isInstanceOf(IdentityException.class);
        }
    }

    @Test
    void admitsItsOwnDeviceKeyAndContentOnly() {
        var name = new DeviceName("lab.example", "u1", "d1");
        assertThat(ticket.admits("0a".repeat(20), name, device.getPublic())).isTrue();
        assertThat(ticket.admits("0b".repeat(20), name, device.getPublic())).isFalse();
        assertThat(ticket.admits("0a".repeat(20), name, DeviceKeys.generate().getPublic()))
                .isFalse();
        assertThat(ticket.admits("0a".repeat(20), new DeviceName("lab.example", "u1", "d2"),
                device.getPublic())).isFalse();
        assertThat(ticket.admits("0a".repeat(20), new DeviceName("other.example", "u1", "d1"),
                device.getPublic())).isFalse();
    }

    @Test
    void givesNoRightItDoesNotName() {
        var none = new Ticket(ticket.infoHash(), ticket.site(), "u1", "d1", ticket.keyHash(), 0, 7,
                ticket.expires());
        assertThat(none.admits(ticket.infoHash(), new DeviceName("lab.example", "u1", "d1"),
                device.getPublic())).isFalse();
    }

    @Test
    void refusesFieldsOutOfShape() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Ticket("0A".repeat(20), "lab",
                "u1", "d1", ticket.keyHash(), 1, 1, NOW));
        assertThatIllegalArgumentException().isThrownBy(() -> new Ticket(ticket.infoHash(), "a/b",
                "u1", "d1", ticket.keyHash(), 1, 1, NOW));
        assertThatIllegalArgumentException().isThrownBy(() -> new Ticket(ticket.infoHash(), "lab",
                "u1", "d1", ticket.keyHash(), 1, -1, NOW));
    }

    private byte[] signed(byte[] body) throws GeneralSecurityException {
        var signature = java.security.Signature.getInstance("Ed25519");
        signature.initSign(site.getPrivate());
        signature.update(body);
        byte[] both = Arrays.copyOf(body, body.length + 64);
        System.arraycopy(signature.sign(), 0, both, body.length, 64);
        return both;
    }

    private static KeyPair ed25519() {
        try {
            return KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }
}
