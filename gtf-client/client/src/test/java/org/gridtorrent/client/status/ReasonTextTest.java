package org.gridtorrent.client.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.gridtorrent.metainfo.reason.ReasonCode;
import org.gridtorrent.metainfo.reason.ReasonCode.Argument;
import org.gridtorrent.metainfo.reason.TaskReason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReasonTextTest {
    /** Arguments that are told apart in the words. */
    private static TaskReason filled(ReasonCode code) {
        List<String> arguments = new ArrayList<>();
        for (int i = 0; i < code.arguments().size(); i++) {
            if (code.arguments().get(i) != Argument.CAUSES) {
                arguments.add(Integer.toString(700 + i));
            }
        }
        return new TaskReason(code, arguments,
                List.of(TaskReason.of(ReasonCode.ERROR, "the cause")));
    }

    @ParameterizedTest
    @EnumSource
    void everyCodeHasWordsWithEachOfItsArguments(ReasonCode code) {
        String words = ReasonText.describe(filled(code));
        assertThat(words).isNotBlank().doesNotContain("{", "}");
        for (int i = 0; i < code.arguments().size(); i++) {
            assertThat(words)
                    .contains(code.arguments().get(i) == Argument.CAUSES ? "the cause" : "70" + i);
        }
    }

    @Test
    void noTwoCodesHaveTheSameWords() {
        assertThat(Collections.max(List.of(ReasonCode.values()).stream()
                .filter(code -> !List.of(ReasonCode.SENTENCE, ReasonCode.ON_MACHINE)
                        .contains(code))
                .collect(Collectors.groupingBy(code -> ReasonText.describe(filled(code)),
                        Collectors.counting()))
                .values())).isEqualTo(1);
    }
}
