package org.gridtorrent.client.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdentityStoreTest {
    @TempDir
    private Path folder;

    @Test
    void everyFile_isTheOwnersAlone() throws Exception {
        new Site(folder, "lab").device("member", "d1");
        List<Path> files;
        try (var walk = Files.walk(folder.resolve("lab-d1"))) {
            files = walk.filter(Files::isRegularFile).toList();
        }
        assertThat(files).hasSize(3).allSatisfy(file -> assertThat(
                PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------"));
    }

    @Test
    void key_isTheSameTheNextTime() throws Exception {
        IdentityStore store = new IdentityStore(folder);
        assertThat(store.key().open()).isEqualTo(store.key().open());
    }

    @Test
    void damagedEnrolment_isSaidInOneLine() throws Exception {
        new Site(folder, "lab").device("member", "d1");
        Path home = folder.resolve("lab-d1");
        Files.writeString(home.resolve("enrolment.json"), "{\"site\":\"la");
        assertThatThrownBy(() -> new IdentityStore(home).enrolment())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("enrol this device again");
    }

    @Test
    void tokenIsNotInTheWords() throws Exception {
        Site.Device device = new Site(folder, "lab").device("member", "d1");
        assertThat(device.identity.enrolment().toString()).doesNotContain("token");
    }

    @Test
    void certificate_wantsRenewalAtHalfLife() throws Exception {
        Site site = new Site(folder, "lab");
        Site.Device device = site.device("member", "d1");
        assertThat(device.identity.wantsRenewal(site.now.plus(Duration.ofHours(11)))).isFalse();
        assertThat(device.identity.wantsRenewal(site.now.plus(Duration.ofHours(13)))).isTrue();
        assertThat(device.identity.isExpired(site.now.plus(Duration.ofHours(25)))).isTrue();
    }
}
