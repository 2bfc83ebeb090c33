package org.gridtorrent.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

@ResourceLock(Resources.SYSTEM_PROPERTIES)
class UserFolderTest {
    private final String listed = System.getProperty("user.home");

    @AfterEach
    void restore() {
        System.setProperty("user.home", listed);
    }

    @Test
    void home_comesBeforeTheSystemsList() {
        assertThat(UserFolder.of(Map.of("HOME", "/home/user"))).isEqualTo(Path.of("/home/user"));
        System.setProperty("user.home", "/listed");
        assertThat(UserFolder.of(Map.of())).isEqualTo(Path.of("/listed"));
        assertThat(UserFolder.of(Map.of("HOME", ""))).isEqualTo(Path.of("/listed"));
        assertThat(UserFolder.of(Map.of("HOME", "here"))).isEqualTo(Path.of("/listed"));
    }

    /** As Java says of a user that is in no list. */
    @Test
    void userWithoutAFolder_isToldToNameOne() {
        System.setProperty("user.home", "?");
        assertThat(UserFolder.find(Map.of())).isEmpty();
        assertThatThrownBy(() -> UserFolder.of(Map.of("HOME", "")))
                .isInstanceOf(CommandFailure.class).hasMessageContaining("--home");
    }
}
