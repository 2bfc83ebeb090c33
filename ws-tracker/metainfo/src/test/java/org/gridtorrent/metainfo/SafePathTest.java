package org.gridtorrent.metainfo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SafePathTest {
    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "/", "a/b", "/etc", "a\\b", "\\\\host", "C:", "a:b",
        "a\0b", "a\nb", "a\u001b[2J",
        "a\u007f", "a\u0085b", "\u202egnp.exe", "a\u200f", "a\u2066b", "a\u061cb", "a\u2028b",
        "CON", "con", "nul.txt", "Com1",
        "lpt9.tar.gz", "AUX ", "com¹", "CONIN$", "a.", "a ", "a*", "a?", "a\"", "a<", "a>", "a|",
        "a\ufffdb", "a\ufffe", "\uffff", "a\ud800"})
    void unsafeNamesAreRefused(String name) {
        assertThatThrownBy(() -> SafePath.of(List.of("top", name)))
                .isInstanceOf(MetainfoException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "...a", ".hidden", "a b", " a", "Ünïcödé", "数据", "a..b", "console",
        "com", "com10", "nullify",
        "a,b;c=d&e#f%g+h@i!j$k'l(m)n[o]{p}~`^", "e\u0301", "👩\u200d🔬", "-rf"})
    void oddButSafeNamesAreKept(String name) throws MetainfoException {
        SafePath path = SafePath.of(List.of("top", name));
        assertThat(path.under(Path.of("base")))
                .isEqualTo(Path.of("base").resolve("top").resolve(name));
    }

    @Test
    void lengthsAreBounded() throws MetainfoException {
        assertThat(SafePath.of(List.of("a".repeat(255))).name()).hasSize(255);
        assertThatThrownBy(() -> SafePath.of(List.of("a".repeat(256))))
                .hasMessageContaining("bytes");
        assertThatThrownBy(() -> SafePath.of(List.of("é".repeat(128))))
                .hasMessageContaining("bytes");
        assertThatThrownBy(() -> SafePath.of(Collections.nCopies(101, "a")))
                .hasMessageContaining("elements");
        assertThatThrownBy(() -> SafePath.of(Collections.nCopies(17, "a".repeat(250))))
                .hasMessageContaining("bytes");
        assertThatThrownBy(() -> SafePath.of(List.of())).isInstanceOf(MetainfoException.class);
    }

    @Test
    void messageCarriesNoControls() {
        assertThatThrownBy(() -> SafePath.of(List.of("a\u001b[31m\n"))).message()
                .doesNotContain("\u001b").doesNotContain("\n");
    }

    @Test
    void foldedFormsIgnoreCaseAndComposition() throws MetainfoException {
        assertThat(SafePath.parse("Caf\u00e9/A").folded())
                .isEqualTo(SafePath.parse("cafe\u0301/a").folded());
        assertThat(SafePath.parse("STRASSE").folded()).isEqualTo(SafePath.parse("straße").folded());
    }
}
