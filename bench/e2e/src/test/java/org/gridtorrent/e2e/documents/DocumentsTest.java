package org.gridtorrent.e2e.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.gridtorrent.terminal.Output;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Documents keep the rules for their language, and what they name exists. */
class DocumentsTest {
    private static final int MAX_CELL_WORDS = 25;
    private static final int MAX_SENTENCE_WORDS = 40;
    private static final long MAX_IMAGE_BYTES = 200_000;
    private static final Pattern LINK = Pattern.compile("\\[[^\\]]*\\]\\(([^)\\s]+)\\)");
    private static final Pattern CODE = Pattern
            .compile("(?ms)^ *```.*?^ *```$|^ {4}[<\\S].*?$|`[^`\n]+`");

    private static final List<Program> PROGRAMS = List.of(
            new Program("gridtorrent", (output, arguments) -> org.gridtorrent.client.Main.run(
                    new org.gridtorrent.client.cli.Invocation(Map.of(), output), arguments)),
            new Program("gridtorrent-server",
                    (output, arguments) -> org.gridtorrent.standalone.Main.run(
                            new org.gridtorrent.standalone.cli.Invocation(Map.of(),
                                    InputStream.nullInputStream(), output),
                            arguments)));

    @Test
    void linksLeadToFilesAndHeadingsThatExist() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path document : Documents.all()) {
            for (Matcher link = LINK.matcher(text(document)); link.find();) {
                String target = link.group(1);
                if (!target.matches("[a-z]+:.*") && !exists(document, target)) {
                    broken.add(name(document) + ": " + target);
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void imagesAreSmall() throws IOException {
        for (Path document : Documents.all()) {
            for (Matcher link = LINK.matcher(text(document)); link.find();) {
                if (link.group(1).endsWith(".png")) {
                    assertThat(Files.size(document.resolveSibling(link.group(1))))
                            .as(link.group(1)).isLessThan(MAX_IMAGE_BYTES);
                }
            }
        }
    }

    @Test
    void tableCellsAndSentencesAreShort() throws IOException {
        List<String> tooLong = new ArrayList<>();
        for (Path document : Documents.all()) {
            for (String paragraph : text(document).split("\n\\s*\n|\n(?=\\s*([-*|]|\\d+\\.) ?)",
                    -1)) {
                boolean table = paragraph.strip().startsWith("|");
                for (String part : paragraph.split(table ? "\\|" : "(?<=[.!?:])\\s", -1)) {
                    int words = part.strip().split("\\s+", -1).length;
                    if (words > (table ? MAX_CELL_WORDS : MAX_SENTENCE_WORDS)) {
                        tooLong.add(name(document) + ": " + words + " words: " + part.strip());
                    }
                }
            }
        }
        assertThat(tooLong).isEmpty();
    }

    @Test
    void commandsAndOptionsExist() throws IOException {
        List<String> unknown = new ArrayList<>();
        for (Program program : PROGRAMS) {
            CommandTree tree = program.commandTree();
            List<Documents.Command> commands = Documents.commandsOf(program.name);
            assertThat(commands).isNotEmpty();
            for (Documents.Command command : commands) {
                tree.unknown(command.words()).ifPresent(what -> unknown.add(
                        name(command.document()) + ": " + what + ": "
                                + String.join(" ", command.words())));
            }
        }
        assertThat(unknown).isEmpty();
    }

    /** With {@code -Dreference.update} the reference is written anew, here and below. */
    @Test
    void referenceOfCommandsIsThatOfThePrograms() throws IOException {
        for (Program program : PROGRAMS) {
            assertReference(program.name + ".md", program.reference());
        }
    }

    @Test
    void referenceOfConfigurationMetricsAndRestIsThatOfTheCode(@TempDir Path folder)
            throws Exception {
        assertReference("configuration.md", Reference.configuration());
        assertReference("metrics.md", Reference.metrics(folder));
        assertReference("rest-api.md", Reference.restApi());
    }

    private static void assertReference(String name, String reference) throws IOException {
        Path file = Documents.reference().resolve(name);
        if (Boolean.getBoolean("reference.update")) {
            Files.writeString(file, reference);
        }
        assertThat(file).hasContent(reference);
    }

    /** A program of the project, run within this process. */
    private record Program(String name, BiFunction<Output, String[], Integer> main) {
        String run(String... arguments) {
            var printed = new ByteArrayOutputStream();
            var output = new Output(printed,
                    new PrintStream(printed, true, StandardCharsets.UTF_8), false);
            assertThat(main.apply(output, arguments)).isZero();
            return printed.toString(StandardCharsets.UTF_8);
        }

        CommandTree commandTree() {
            return new CommandTree(name, run("generate-completion"));
        }

        /** Help of each command, in Markdown. */
        String reference() {
            var text = new StringBuilder(
                    "# " + name + "\n\nGenerated from the program's own help.\n");
            for (List<String> words : commandTree().commands()) {
                if (!words.isEmpty()) {
                    text.append("\n## ").append(String.join(" ", words)).append('\n');
                }
                String help = run(Stream.concat(words.stream(), Stream.of("--help"))
                        .toArray(String[]::new));
                int status = words.isEmpty() ? -1 : help.indexOf("\nExit status:");
                text.append("\n```\n")
                        .append((status < 0 ? help : help.substring(0, status)).strip())
                        .append("\n```\n");
            }
            return text.toString();
        }
    }

    private static boolean exists(Path document, String target) throws IOException {
        int hash = target.indexOf('#');
        Path file = hash == 0
                ? document
                : document.resolveSibling(hash < 0 ? target : target.substring(0, hash));
        return Files.exists(file) && (hash < 0
                || headings(file).contains(target.substring(hash + 1)));
    }

    private static List<String> headings(Path document) throws IOException {
        return Files.readString(document).lines().filter(line -> line.startsWith("#"))
                .map(line -> line.replaceFirst("^#+ ", "").toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
                .toList();
    }

    /** Without code and messages, which have rules of their own. */
    private static String text(Path document) throws IOException {
        return CODE.matcher(Files.readString(document)).replaceAll("");
    }

    private static String name(Path document) {
        return Documents.root().relativize(document).toString();
    }
}
