package org.gridtorrent.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import org.junit.jupiter.api.Test;

class CertificateAuthorityTest {
    private final Keys site = Keys.ofSite("lab.example");

    @Test
    void issueDevice_namesTheDeviceAndNothingFromTheRequest() throws Exception {
        X509Certificate certificate = site.issue("u1", "d1");
        assertThat(DeviceName.of(certificate)).isEqualTo(new DeviceName("lab.example", "u1", "d1"));
        assertThat(certificate.getSubjectAlternativeNames()).hasSize(1);
        assertThat(certificate.getNotAfter())
                .isEqualTo(Date.from(Keys.NOW.plus(Duration.ofHours(24))));
        assertThat(certificate.getBasicConstraints()).isEqualTo(-1);
    }

    @Test
    void verifyDevice_acceptsItsOwnInTime() throws IdentityException {
        assertThat(site.authority().verifyDevice(site.issue("u1", "d1"), Keys.NOW).deviceId())
                .isEqualTo("d1");
    }

    @Test
    void verifyDevice_refusesExpiredForeignAndAuthorityCertificates() throws IdentityException {
        X509Certificate own = site.issue("u1", "d1");
        X509Certificate foreign = Keys.ofSite("lab.example").issue("u1", "d1");
        assertThatThrownBy(
                () -> site.authority().verifyDevice(own, Keys.NOW.plus(Duration.ofHours(25))))
                .isInstanceOf(IdentityException.class);
        assertThatThrownBy(() -> site.authority().verifyDevice(foreign, Keys.NOW))
                .isInstanceOf(IdentityException.class);
        assertThatThrownBy(() -> site.authority()
                .verifyDevice(site.authority().certificate(), Keys.NOW))
                .isInstanceOf(IdentityException.class);
    }

    @Test
    void verifyDevice_refusesAServersCertificate() {
        X509Certificate server = site.authority().issueServer(
                site.device().getPublic(), List.of("localhost", "127.0.0.1", "::1"), Keys.NOW);
        assertThatThrownBy(() -> site.authority().verifyDevice(server, Keys.NOW))
                .isInstanceOf(IdentityException.class);
    }

    @Test
    void issueDevice_refusesOtherCurvesAndKinds() throws GeneralSecurityException {
        var p384 = KeyPairGenerator.getInstance("EC");
        p384.initialize(new ECGenParameterSpec("secp384r1"));
        assertRefused(DeviceKeys.certificateRequest(p384.generateKeyPair()));
    }

    @Test
    void issueDevice_refusesARequestSignedByAnotherKey() {
        KeyPair other = DeviceKeys.generate();
        assertRefused(DeviceKeys.certificateRequest(
                new KeyPair(site.device().getPublic(), other.getPrivate())));
    }

    @Test
    void issueDevice_refusesCutAndDamagedRequests() {
        byte[] request = DeviceKeys.certificateRequest(site.device());
        for (int length = 0; length < request.length; length += 7) {
            assertRefused(Arrays.copyOf(request, length));
        }
        assertRefused(new byte[9000]);
        byte[] damaged = request.clone();
        damaged[request.length / 2] ^= 1;
        assertRefused(damaged);
    }

    private void assertRefused(byte[] request) {
        assertThatThrownBy(() -> site.authority().issueDevice(request, "u1", "d1", Keys.NOW))
                .isInstanceOf(IdentityException.class);
    }
}
