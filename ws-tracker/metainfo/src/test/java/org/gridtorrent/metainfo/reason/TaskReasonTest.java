package org.gridtorrent.metainfo.reason;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class TaskReasonTest {
    private static final TaskReason NESTED = TaskReason.of(ReasonCode.SOURCES_REFUSED, 12,
            "/data/set",
            TaskReason.of(ReasonCode.AT_PATH, "a", TaskReason.of(ReasonCode.LINK_NOWHERE)),
            TaskReason.of(ReasonCode.AT_PATH, "b: c",
                    TaskReason.of(ReasonCode.NAME_TOO_LONG, "b: c", 300, 255)),
            TaskReason.of(ReasonCode.MORE_PATHS, 10));

    /** Patterns that show every argument. */
    private static final ReasonLanguage PLAIN = new ReasonLanguage() {
        @Override
        public String pattern(ReasonCode code, boolean isOne) {
            return code + (isOne ? " one" : "")
                    + Arrays.asList("", " {0}", " {0} {1}", " {0} {1} {2}")
                            .get(code.arguments().size());
        }

        @Override
        public String bytes(long bytes) {
            return bytes + " B";
        }

        @Override
        public String count(long count) {
            return "#" + count;
        }

        @Override
        public String refusal(String name) {
            return name.toLowerCase(java.util.Locale.ROOT);
        }
    };

    @Test
    void whatIsStoredIsReadBackTheSame() {
        for (TaskReason reason : List.of(NESTED, TaskReason.of(ReasonCode.HASHING),
                TaskReason.of(ReasonCode.COMPLETE, ""), TaskReason.sentence("as it was"))) {
            assertThat(TaskReason.decoded(reason.encoded())).contains(reason);
        }
    }

    @Test
    void whatWasStoredBeforeReasonCodesIsASentence() {
        assertThat(TaskReason.decoded("complete and verified: /d"))
                .contains(TaskReason.sentence("complete and verified: /d"));
        assertThat(TaskReason.decoded("")).isEmpty();
    }

    @Test
    void whateverWasCutInStorageIsReadStill() {
        String stored = NESTED.encoded();
        for (int length = 0; length <= stored.length(); length++) {
            assertThat(TaskReason.decoded(stored.substring(0, length))).satisfies(
                    reason -> reason.ifPresent(read -> read.describe(PLAIN)));
        }
    }

    @Test
    void codesOfLaterVersionsAreSentencesInStorage() {
        assertThat(TaskReason.decoded("\u001e0\u001fNOT_KNOWN_YET\u001f/data"))
                .contains(TaskReason.sentence("NOT_KNOWN_YET /data"));
        assertThat(TaskReason.named("NOT_KNOWN_YET", List.of(), List.of())).isEmpty();
    }

    @Test
    void wordsHaveEveryArgumentInItsPlace() {
        assertThat(NESTED.describe(PLAIN)).isEqualTo("SOURCES_REFUSED #12 /data/set"
                + " AT_PATH a LINK_NOWHERE; AT_PATH b: c NAME_TOO_LONG b: c #300 #255;"
                + " MORE_PATHS #10");
        assertThat(TaskReason.of(ReasonCode.CONNECTING, 1).describe(PLAIN))
                .isEqualTo("CONNECTING one #1");
        assertThat(TaskReason.of(ReasonCode.COMPLETE_REUSING, "{1}", 5).describe(PLAIN))
                .isEqualTo("COMPLETE_REUSING {1} 5 B");
        assertThat(TaskReason.of(ReasonCode.ORDER_REFUSED, "QUOTA").describe(PLAIN))
                .isEqualTo("ORDER_REFUSED quota");
    }

    @Test
    void whatOtherProgramsSendIsHeldWithinLimits() {
        var wide = new TaskReason(ReasonCode.DISK_FULL, List.of("surplus"),
                Collections.nCopies(50, TaskReason.of(ReasonCode.CHOKED)));
        assertThat(wide.arguments()).isEmpty();
        assertThat(wide.causes()).hasSize(TaskReason.MAX_CAUSES);
        assertThat(new TaskReason(ReasonCode.COMPLETE, null, null).arguments()).containsExactly("");
        assertThat(TaskReason.of(ReasonCode.COMPLETE, "x".repeat(9000)).arguments().getFirst())
                .hasSize(TaskReason.MAX_ARGUMENT_LENGTH);
        assertThat(TaskReason.of(ReasonCode.COMPLETE, "/a\u001f\u001eb\n\ud800").arguments())
                .containsExactly("/a\ufffd\ufffdb\ufffd\ufffd");
        assertThat(TaskReason.of(ReasonCode.FILES_GOOD, "many").describe(PLAIN))
                .isEqualTo("FILES_GOOD many");
    }

    @Test
    void argumentsAreThoseOfTheCode() {
        assertThatThrownBy(() -> TaskReason.of(ReasonCode.COMPLETE))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(ReasonCode.values()).allSatisfy(code -> {
            assertThat(code.arguments()).hasSizeLessThanOrEqualTo(TaskReason.MAX_ARGUMENTS);
            assertThat(code.arguments().stream().limit(code.texts()))
                    .doesNotContain(ReasonCode.Argument.CAUSES);
        });
    }
}
