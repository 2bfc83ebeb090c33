package org.gridtorrent.ccm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.gridtorrent.ccm.view.Messages;
import org.junit.jupiter.api.Test;

class MessagesTest {
    private static final Pattern TEXT = Pattern
            .compile("(?:f\\.t|text)\\(\\s*\"([^\"]+[^.])\"[,)]");
    private static final Pattern COUNT = Pattern.compile("f\\.count\\(\\s*\"([^\"]+)\"");
    private final Messages messages = new Messages(Locale.ENGLISH);

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

    private static Iterable<Path> sources() throws IOException {
        try (var files = Files.walk(Path.of("src/main"))) {
            return files.filter(file -> file.toString().matches(".*\\.(jte|java)")).toList();
        }
    }
}
