package org.gridtorrent.ccm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.gridtorrent.catalog.db.DatabaseWeakness;
import org.gridtorrent.catalog.refusal.Field;
import org.gridtorrent.catalog.refusal.Refused;
import org.gridtorrent.ccm.view.Language;
import org.gridtorrent.ccm.view.Messages;
import org.junit.jupiter.api.Test;

class MessagesTest {
    private static final Pattern TEXT = Pattern
            .compile("(?:f\\.t|text)\\(\\s*\"([^\"]+[^.])\"[,)]");
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\d}");
    private static final Pattern PART = Pattern.compile("\\{\\d}|[.;:,] ?");
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

    @Test
    void whatMachinesSayOfTasks_isSaidInTheReadersLanguage() {
        String serving = "complete; this machine serves it: /data/a; b";
        assertThat(messages.told(serving)).isEqualTo(serving);
        assertThat(german("complete; this machine serves it: /data/a; b"))
                .isEqualTo("vollständig; dieser Rechner gibt ihn weiter: /data/a; b");
        assertThat(german("complete and verified: /d; 3 MB was already on this machine")).isEqualTo(
                "vollständig und geprüft: /d; 3 MB war schon auf diesem Rechner");
        assertThat(german("2 of 3 files in /data/{0} are not as published"))
                .isEqualTo("2 von 3 Dateien in /data/{0} sind nicht wie veröffentlicht");
        assertThat(german("3 paths in /data/set cannot be published: a: b: the name \"a: b\" is"
                + " refused: it contains \":\"; l: it is a link that leads nowhere; and 1 more"))
                .isEqualTo("3 Pfade in /data/set können nicht veröffentlicht werden: a: b: der"
                        + " Name „a: b“ wird abgelehnt: er enthält „:“; l: das ist eine Verknüpfung,"
                        + " die nirgendwohin führt; und 1 weitere");
        assertThat(german(
                "Paused: the disk that holds /d is full. Resumes automatically when space is free."))
                .isEqualTo(
                        "Angehalten: die Platte, auf der /d liegt, ist voll. Wird automatisch fortgesetzt, wenn Platz frei ist.");
        assertThat(german("/d/x: No space left on device (will be retried)")).isEqualTo(
                "/d/x: kein Platz mehr auf dem Gerät (wird erneut versucht)");
        assertThat(german("desk: This machine is publishing the data set."))
                .isEqualTo("desk: Dieser Rechner veröffentlicht den Datensatz gerade.");
        assertThat(german("Limited by the upload limit of this machine, 2 MB/s until 18:00."))
                .isEqualTo(
                        "Begrenzt durch die Grenze von diesem Rechner für das Hochladen, 2 MB/s bis 18:00.");
        assertThat(german("/d/x: what the system says")).isEqualTo("/d/x: what the system says");
        assertThat(german("No verified copy was online within 3 days: desk."))
                .isEqualTo("Keine geprüfte Kopie war innerhalb von 3 Tagen online: desk.");
        assertThat(german("Only one verified copy was online within a day, on desk."))
                .isEqualTo("Nur eine geprüfte Kopie war innerhalb von einem Tag online, auf desk.");
        assertThat(german("what nobody knows")).isEqualTo("what nobody knows");
        assertThat(german("")).isEmpty();
    }

    @Test
    void whatMachinesSayOfTasks_beginsALineWithACapitalLetter() {
        assertThat(messages.toldAlone("fetching")).isEqualTo("Fetching");
        assertThat(messages.toldAlone("published; this machine keeps serving it"))
                .isEqualTo("Published; this machine keeps serving it");
        assertThat(Language.GERMAN.speak(() -> messages.toldAlone("fetching")))
                .isEqualTo("Wird geholt");
        for (String named : List.of("data: no such folder on this machine", "what nobody knows",
                "desk: This machine is publishing the data set.", "")) {
            assertThat(messages.toldAlone(named)).isEqualTo(named);
        }
    }

    @Test
    void whatMachinesSayOfTasks_isInTheMessagesAsTheySayIt() throws IOException {
        String said = said();
        var told = new TreeMap<>(english());
        told.keySet().removeIf(key -> !key.startsWith("told."));
        assertThat(told).hasSizeGreaterThan(60).allSatisfy((key, sentence) -> {
            assertThat(said).contains(PART.split(sentence));
            assertThat(german(sentence)).as(key).isNotEqualTo(sentence);
        });
    }

    private String german(String sentence) {
        return Language.GERMAN.speak(() -> messages.told(sentence));
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

    /** The sources of whatever says something of tasks, the strings in them joined. */
    private static String said() throws IOException {
        var all = new StringBuilder();
        for (String module : List.of("ws-tracker/catalog", "ws-tracker/metainfo",
                "gtf-client/engine", "gtf-client/client")) {
            try (var files = Files.walk(Path.of("../..", module, "src/main/java"))) {
                for (Path file : files.filter(each -> each.toString().endsWith(".java"))
                        .toList()) {
                    all.append(Files.readString(file));
                }
            }
        }
        return all.toString().replaceAll("\"\\s*\\+\\s*\"", "").replace("''", "'")
                .replace("\\\"", "\"");
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
