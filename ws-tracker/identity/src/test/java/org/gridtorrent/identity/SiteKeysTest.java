package org.gridtorrent.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SiteKeysTest {
    @TempDir
    Path folder;

    @Test
    void openOrCreate_findsTheSameKeysAgain() throws Exception {
        var first = SiteKeys.openOrCreate(folder.resolve("keys"), "lab");
        var second = SiteKeys.openOrCreate(folder.resolve("keys"), "renamed");
        assertThat(second.caCertificate()).isEqualTo(first.caCertificate());
        assertThat(second.ticketKey()).isEqualTo(first.ticketKey());
        assertThat(second.site()).isEqualTo("lab");
    }

    @Test
    void secretFor_isTheSameAtEveryServerAndAnotherForEachPurpose() throws Exception {
        var one = SiteKeys.openOrCreate(folder.resolve("keys"), "lab");
        var other = SiteKeys.openOrCreate(folder.resolve("keys"), "lab");
        assertThat(one.secretFor("this")).isEqualTo(other.secretFor("this"))
                .isNotEqualTo(one.secretFor("that"));
    }

    @Test
    void files_areTheirOwnersAlone() throws Exception {
        SiteKeys.openOrCreate(folder.resolve("keys"), "lab");
        try (var files = Files.list(folder.resolve("keys"))) {
            assertThat(files).hasSize(4).allSatisfy(file -> assertThat(PosixFilePermissions
                    .toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-------"));
        }
    }

    @Test
    void openOrCreate_refusesADamagedKeyRatherThanMakingAnother() throws Exception {
        SiteKeys.openOrCreate(folder, "lab");
        Files.writeString(folder.resolve("tickets.key"), "nonsense");
        assertThatThrownBy(() -> SiteKeys.openOrCreate(folder, "lab"))
                .isInstanceOf(IdentityException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tickets.key", "authority.key", "authority.crt"})
    void damagedFile_isNamed(String name) throws Exception {
        SiteKeys.openOrCreate(folder, "lab");
        for (byte[] damaged : List.of(new byte[0], new byte[]{'M', (byte) 0xfc},
                new byte[70_000])) {
            Files.write(folder.resolve(name), damaged);
            assertThatThrownBy(() -> SiteKeys.openOrCreate(folder, "lab"))
                    .isInstanceOf(IdentityException.class)
                    .hasMessageEndingWith(folder.resolve(name) + " is damaged");
        }
    }

    @Test
    void serverKeyStore_holdsAChainToTheAuthority() throws Exception {
        var keys = SiteKeys.openOrCreate(folder, "lab");
        var chain = keys.serverKeyStore(List.of("localhost", "127.0.0.1"))
                .getCertificateChain("server");
        assertThat(chain).hasSize(2);
        chain[0].verify(keys.caCertificate().getPublicKey());
    }

    @Test
    void openOrCreate_refusesALabelThatIsNone() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SiteKeys.openOrCreate(folder, "My Site"));
    }
}
