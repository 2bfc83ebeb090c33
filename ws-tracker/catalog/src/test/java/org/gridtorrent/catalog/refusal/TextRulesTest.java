package org.gridtorrent.catalog.refusal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextRulesTest {
    @ParameterizedTest
    @ValueSource(strings = {"a\uffff", "\ufffe", "\ud83d", "\udca1 a", "a\u0000", "\u0085"})
    void whatXmlHasNoPlaceFor_isRefused(String text) {
        assertThatThrownBy(() -> TextRules.optional(Field.TITLE, text, 9))
                .isInstanceOf(CatalogException.class).hasMessageContaining("The title contains");
    }

    @Test
    void everyLetterOfPeople_isTaken() {
        String text = "Ångström \ud83d\udca1\n\t\ufffd 氷";
        assertThat(TextRules.optional(Field.DESCRIPTION, text, 99)).isEqualTo(text);
    }
}
