package org.gridtorrent.client.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SafeNameTest {
    @Test
    void ordinaryTitle_staysAsItIs() {
        assertThat(SafeName.of("Ice Cores, 2026 (Übersicht) – №1")).isEqualTo(
                "Ice Cores, 2026 (Übersicht) – №1");
    }

    @Test
    void separatorsAndControlCharacters_areReplaced() {
        assertThat(SafeName.of("a/b\\c\nd\0e\u202ef")).isEqualTo("a_b_c_d_e_f");
        assertThat(SafeName.of("half \ud800 of a character")).isEqualTo(
                "half _ of a character");
    }

    @Test
    void dots_neitherHideNorClimb() {
        assertThat(SafeName.of("..")).isEqualTo("_.");
        assertThat(SafeName.of(".")).isEqualTo("_");
        assertThat(SafeName.of(".versions")).isEqualTo("_versions");
        assertThat(SafeName.of("  ")).isEqualTo("_");
    }

    @Test
    void longTitle_isCutBetweenCharacters_andKeepsItsSuffix() {
        String name = SafeName.of("𝛼".repeat(200), "~abc");
        assertThat(name).endsWith("𝛼~abc");
        assertThat(name.getBytes(StandardCharsets.UTF_8).length).isEqualTo(252);
    }
}
