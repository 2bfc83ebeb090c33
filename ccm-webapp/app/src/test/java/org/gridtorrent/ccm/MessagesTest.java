package org.gridtorrent.ccm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.gridtorrent.catalog.refusal.Field;
import org.gridtorrent.catalog.refusal.Refused;
import org.gridtorrent.catalog.refusal.Weakness;
import org.gridtorrent.ccm.view.Language;
import org.gridtorrent.ccm.view.Messages;
import org.junit.jupiter.api.Test;

class MessagesTest {
    private static final Pattern TEXT = Pattern
            .compile("(?:f\\.t|text)\\(\\s*\"([^\"]+[^.])\"[,)]");
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\d}");
    private static final Pattern COUNT = Pattern.compile("f\\.count\\(\\s*\"([^\"]+)\"");
    private final Messages messages = new Messages();

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
        for (Weakness weakness : Weakness.values()) {
            english.put(weakness.key(), weakness.english());
        }
        assertThat(english).hasSizeGreaterThan(60).allSatisfy((key, sentence) -> assertThat(
                messages.text(key, "{0}", "{1}")).isEqualTo(sentence));
        assertThat(english).allSatisfy((key, sentence) -> assertThat(
                Language.GERMAN.speak(() -> messages.text(key, "{0}", "{1}"))).isNotBlank()
                .isNotEqualTo(sentence));
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
