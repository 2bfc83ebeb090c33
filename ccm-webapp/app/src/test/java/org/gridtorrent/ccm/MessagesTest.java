package org.gridtorrent.ccm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.gridtorrent.catalog.copy.CopyNotice;
import org.gridtorrent.catalog.db.DatabaseWeakness;
import org.gridtorrent.catalog.refusal.Field;
import org.gridtorrent.catalog.refusal.Refused;
import org.gridtorrent.ccm.ui.Language;
import org.gridtorrent.ccm.ui.Messages;
import org.gridtorrent.metainfo.reason.ReasonCode;
import org.gridtorrent.metainfo.reason.ReasonCode.Argument;
import org.gridtorrent.metainfo.reason.TaskReason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MessagesTest {
    private static final Pattern TEXT = Pattern
            .compile("(?:f\\.t|text)\\(\\s*\"([^\"]+[^.])\"[,)]");
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\d}");
    private static final Pattern COUNT = Pattern.compile("f\\.count\\(\\s*\"([^\"]+)\"");
    private final Messages messages = new Messages(false);

    @Test
    void everyKeyInTemplatesAndPagesHasItsMessage() throws IOException {
        var missing = new TreeSet<String>();
        for (Path file : sources()) {
            String source = Files.readString(file);
            TEXT.matcher(source).results().map(found -> found.group(1))
                    .filter(key -> !messages.has(key)).forEach(missing::add);
            COUNT.matcher(source).results().map(found -> found.group(1))
                    .filter(key -> !messages.has(key + ".one") || !messages.has(key + ".many"))
                    .forEach(missing::add);
        }
        assertThat(missing).isEmpty();
    }

    @Test
    void aPlaceholderInAnArgumentStaysAsItIs() {
        assertThat(messages.text("dataset.by", "{0} it's")).isEqualTo("by {0} it's");
    }

    @Test
    void everyLanguageHasEveryMessageWithTheSamePlaceholders() throws IOException {
        Map<String, String> english = placeholders("messages.properties");
        assertThat(placeholders("messages_de.properties"))
                .containsExactlyEntriesOf(english);
    }

    @Test
    void everythingThatTheCatalogRefusesHasItsWords_inEnglishTheSame() {
        Map<String, String> english = new TreeMap<>();
        for (Refused refused : Refused.values()) {
            english.put(refused.key(), refused.english());
        }
        for (Field field : Field.values()) {
            english.put(field.key(), field.english());
        }
        for (DatabaseWeakness weakness : DatabaseWeakness.values()) {
            english.put(weakness.key(), weakness.english());
        }
        assertThat(english).hasSizeGreaterThan(60).allSatisfy((key, sentence) -> assertThat(
                messages.text(key, "{0}", "{1}")).isEqualTo(sentence));
        assertThat(english).allSatisfy((key, sentence) -> assertThat(
                Language.GERMAN.speak(() -> messages.text(key, "{0}", "{1}"))).isNotBlank()
                .isNotEqualTo(sentence));
    }

    /** Every argument told apart. */
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
    void everyReasonCodeHasWordsInEachLanguageWithEachOfItsArguments(ReasonCode code) {
        for (Language language : Language.values()) {
            String words = language.speak(() -> messages.text(filled(code)));
            assertThat(words).isNotBlank().doesNotContain("{", "}");
            for (int i = 0; i < code.arguments().size(); i++) {
                assertThat(words).contains(
                        code.arguments().get(i) == Argument.CAUSES ? "the cause" : "70" + i);
            }
        }
    }

    @Test
    void everyMessageOfAReasonIsOfACode() throws IOException {
        Set<String> codes = Arrays.stream(ReasonCode.values())
                .map(code -> code.name().toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
        assertThat(english().keySet().stream().filter(key -> key.startsWith("reason."))
                .map(key -> key.replaceFirst("^reason\\.", "").replaceFirst("\\.one$", ""))
                .filter(key -> !key.equals("retried"))).isSubsetOf(codes);
    }

    @Test
    void everyNoticeOfCopiesHasItsWords() {
        for (CopyNotice.Kind kind : CopyNotice.Kind.values()) {
            var notice = new CopyNotice(kind, List.of(Duration.ofDays(3), "desk", 3, 4, 5));
            assertThat(german(() -> messages.text(notice))).isNotEqualTo(messages.text(notice));
        }
        assertThat(german(() -> messages.text(new CopyNotice(CopyNotice.Kind.OFFLINE,
                List.of(Duration.ofDays(3), "desk")))))
                .isEqualTo("Keine geprüfte Kopie war innerhalb von 3 Tagen online: desk.");
        assertThat(german(() -> messages.text(new CopyNotice(CopyNotice.Kind.ONE_COPY,
                List.of(Duration.ofDays(1), "desk")))))
                .isEqualTo("Nur eine geprüfte Kopie war innerhalb von einem Tag online, auf desk.");
    }

    @Test
    void reasonsAreSaidInTheReadersLanguage() {
        assertThat(german(TaskReason.of(ReasonCode.COMPLETE_REUSING, "/d", 3_000_000)))
                .isEqualTo("vollständig und geprüft: /d; 3,00 MB war schon auf diesem Rechner");
        assertThat(german(TaskReason.of(ReasonCode.FILES_BAD, 2, 3, "/data/{0}")))
                .isEqualTo(
                        "2 von 3 Dateien in /data/{0} stimmen nicht mit der Veröffentlichung überein");
        assertThat(german(TaskReason.of(ReasonCode.SOURCES_REFUSED, 3, "/data/set",
                TaskReason.of(ReasonCode.AT_PATH, "a: b", TaskReason.of(
                        ReasonCode.NAME_FORBIDDEN_CHARACTER, "a: b", ":")),
                TaskReason.of(ReasonCode.AT_PATH, "l", TaskReason.of(ReasonCode.LINK_NOWHERE)),
                TaskReason.of(ReasonCode.MORE_PATHS, 1))))
                .isEqualTo("3 Pfade in /data/set können nicht veröffentlicht werden: a: b: der"
                        + " Name „a: b“ wird abgelehnt: er enthält „:“; l: das ist eine Verknüpfung,"
                        + " die nirgendwohin führt; und 1 weitere");
        assertThat(german(TaskReason.of(ReasonCode.DISK_FULL,
                TaskReason.of(ReasonCode.DISK_OF_PATH_FULL, "/d"))))
                .isEqualTo("Angehalten: die Platte, auf der /d liegt, ist voll. Wird automatisch"
                        + " fortgesetzt, wenn Platz frei ist.");
        assertThat(german(() -> messages.text(TaskReason.of(ReasonCode.AT_PATH, "/d/x",
                TaskReason.of(ReasonCode.SYSTEM_NO_SPACE)), true)))
                .isEqualTo("/d/x: kein Platz mehr auf dem Gerät (wird erneut versucht)");
        assertThat(german(TaskReason.of(ReasonCode.ON_MACHINE, "desk",
                TaskReason.of(ReasonCode.ORDER_REFUSED, "MACHINE_PUBLISHING"))))
                .isEqualTo("desk: Dieser Rechner veröffentlicht den Datensatz gerade.");
        assertThat(german(TaskReason.of(ReasonCode.UPLOAD_LIMIT_OF_MACHINE, "2 MB/s",
                TaskReason.of(ReasonCode.LIMIT_UNTIL, "18:00"))))
                .isEqualTo("Begrenzt durch die Upload-Grenze dieses Rechners, 2 MB/s bis 18:00.");
        assertThat(german(TaskReason.of(ReasonCode.NO_PEERS)))
                .isEqualTo("Noch ist kein Rechner mit diesem Inhalt bekannt.");
        assertThat(german(TaskReason.of(ReasonCode.CONNECTING, 1)))
                .isEqualTo("Verbindung zum einzigen bekannten Rechner wird aufgebaut.");
    }

    @Test
    void sentencesOfOlderMachinesStayAsTheyAre() {
        for (String said : List.of("fetching", "data: no such folder on this machine", "")) {
            assertThat(german(() -> messages.line(TaskReason.sentence(said), false)))
                    .isEqualTo(said);
        }
    }

    @Test
    void linesBeginWithACapitalLetterUnlessItIsAName() {
        assertThat(messages.line(TaskReason.of(ReasonCode.FETCHING), false))
                .isEqualTo("Fetching");
        assertThat(german(() -> messages.line(TaskReason.of(ReasonCode.FETCHING), true)))
                .isEqualTo("Wird geholt (wird erneut versucht)");
        assertThat(messages.line(TaskReason.of(ReasonCode.NO_SUCH_FOLDER, "data"), false))
                .isEqualTo("data: no such folder on this machine");
    }

    private String german(TaskReason reason) {
        return german(() -> messages.text(reason));
    }

    private static String german(Supplier<String> words) {
        return Language.GERMAN.speak(words::get);
    }

    private static Map<String, String> english() throws IOException {
        var all = new Properties();
        try (var in = Files.newBufferedReader(
                Path.of("src/main/resources/org/gridtorrent/ccm/messages.properties"))) {
            all.load(in);
        }
        return all.stringPropertyNames().stream()
                .collect(Collectors.toMap(key -> key, all::getProperty));
    }

    @Test
    void wordsNumbersAndDatesAreOfTheLanguageThatIsSpoken() {
        assertThat(messages.duration(Duration.ofDays(3))).isEqualTo("3 days");
        assertThat(messages.count("search.found", 12_345)).contains("12,345");
        assertThat(Language.GERMAN.speak(() -> messages.duration(Duration.ofDays(3))))
                .isEqualTo("3 Tage");
        assertThat(Language.GERMAN.speak(() -> messages.count("search.found", 12_345)))
                .contains("12.345");
    }

    /** Of each message, in their order. */
    private static Map<String, String> placeholders(String file) throws IOException {
        var all = new Properties();
        try (var in = Files.newBufferedReader(
                Path.of("src/main/resources/org/gridtorrent/ccm", file))) {
            all.load(in);
        }
        var found = new TreeMap<String, String>();
        for (String key : all.stringPropertyNames()) {
            found.put(key, PLACEHOLDER.matcher(all.getProperty(key)).results()
                    .map(MatchResult::group).sorted().distinct()
                    .collect(Collectors.joining()));
        }
        return found;
    }

    private static Iterable<Path> sources() throws IOException {
        try (var files = Files.walk(Path.of("src/main"))) {
            return files.filter(file -> file.toString().matches(".*\\.(jte|java)")).toList();
        }
    }
}
