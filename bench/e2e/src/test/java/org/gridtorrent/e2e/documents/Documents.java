package org.gridtorrent.e2e.documents;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The project's documents, from the working directory of any module's tests. */
final class Documents {
    private static final Pattern SHELL_BLOCK = Pattern.compile("(?ms)^ *```sh\n(.*?)^ *```$");
    private static final Pattern INLINE_CODE = Pattern.compile("`([^`\n]+)`");
    private static final Pattern SEPARATOR = Pattern.compile(" && | \\| |; ");
    private static final Pattern SPACES = Pattern.compile("\\s+");
    private static final Pattern COMMENT = Pattern.compile("(^|\\s)#.*$");

    private Documents() {}

    /** The folder with the sources of all modules. */
    static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("docs/ARCHITECTURE.md"))) {
            folder = folder.getParent();
            if (folder == null) {
                throw new IllegalStateException("no docs/ARCHITECTURE.md above this folder");
            }
        }
        return folder;
    }

    /** The folder of the documents that are generated. */
    static Path reference() {
        return root().resolve("docs/reference");
    }

    /** All documents in Markdown that people wrote. */
    static List<Path> all() throws IOException {
        Path root = root();
        List<Path> found = new ArrayList<>(List.of(root.resolve("README.md"),
                root.resolve("CHANGELOG.md"), root.resolve("ptcp-socket/README.md"),
                root.resolve("bench/harness/README.md")));
        try (Stream<Path> files = Files.walk(root.resolve("docs"))) {
            files.filter(file -> file.toString().endsWith(".md") && !file.startsWith(reference()))
                    .sorted().forEach(found::add);
        }
        return found;
    }

    /** A command line that a document shows. */
    record Command(Path document, List<String> words) {}

    /** The command lines that documents show of {@code program}, without its name, in blocks of shell commands and in sentences. */
    static List<Command> commandsOf(String program) throws IOException {
        List<Command> commands = new ArrayList<>();
        for (Path document : all()) {
            String text = Files.readString(document);
            for (Matcher block = SHELL_BLOCK.matcher(text); block.find();) {
                block.group(1).replace("\\\n", " ").lines()
                        .forEach(line -> add(document, program, line, commands));
            }
            for (Matcher code = INLINE_CODE.matcher(SHELL_BLOCK.matcher(text).replaceAll("")); code
                    .find();) {
                add(document, program, code.group(1), commands);
            }
        }
        return commands;
    }

    private static void add(Path document, String program, String line, List<Command> commands) {
        for (String part : SEPARATOR.split(COMMENT.matcher(line).replaceFirst(""), -1)) {
            List<String> words = SPACES.splitAsStream(part.strip()).toList();
            int at = words.indexOf("--") + 1;
            if (at < words.size() - 1 && isProgram(words.get(at), program)) {
                commands.add(new Command(document, words.subList(at + 1, words.size())));
            }
        }
    }

    private static boolean isProgram(String word, String program) {
        return word.equals(program) || word.endsWith("/bin/" + program)
                || word.equals("./" + program);
    }
}
