package org.gridtorrent.e2e.documents;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The commands and options of a program, read from the completion script for shells that it prints. */
final class CommandTree {
    private static final Pattern FUNCTION = Pattern
            .compile("(?ms)^function _picocli_(\\S+?)\\(\\) \\{(.*?)^\\}");
    private static final Pattern SETTING = Pattern
            .compile("local (commands|flag_opts|arg_opts)=\"([^\"]*)\"");

    private record Node(Set<String> commands, Set<String> options) {}

    private final String program;
    private final Map<String, Node> nodes = new HashMap<>();

    CommandTree(String program, String completionScript) {
        this.program = program;
        for (Matcher function = FUNCTION.matcher(completionScript); function.find();) {
            Map<String, Set<String>> settings = new HashMap<>();
            for (Matcher setting = SETTING.matcher(function.group(2)); setting.find();) {
                settings.put(setting.group(1), words(setting.group(2)));
            }
            if (settings.containsKey("commands")) {
                Set<String> options = new TreeSet<>(settings.get("flag_opts"));
                options.addAll(settings.get("arg_opts"));
                nodes.put(function.group(1), new Node(settings.get("commands"), options));
            }
        }
    }

    private static Set<String> words(String text) {
        return Arrays.stream(text.replace("'", "").split("\\s+", -1))
                .filter(word -> !word.isEmpty())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** The words of each command, groups before what is in them, in the order of the program's help. */
    List<List<String>> commands() {
        List<List<String>> commands = new ArrayList<>();
        collect(program, List.of(), commands);
        return commands;
    }

    private void collect(String at, List<String> words, List<List<String>> commands) {
        commands.add(words);
        for (String name : Objects.requireNonNull(nodes.get(at)).commands) {
            if (!name.equals("help")) {
                collect(below(at, name), Stream.concat(words.stream(), Stream.of(name)).toList(),
                        commands);
            }
        }
    }

    private static String below(String at, String name) {
        return at + "_" + name.replace("-", "");
    }

    /** First command or option that does not exist, in a sentence; empty if all exist. */
    Optional<String> unknown(Iterable<String> words) {
        String at = program;
        boolean descending = true;
        for (String word : words) {
            Node node = nodes.get(at);
            if (node == null) {
                return Optional.of("no command " + at);
            }
            String name = word.replaceAll("[=:].*", "");
            if (name.matches("--?[a-z].*") && !node.options.contains(name)) {
                return Optional.of("no option " + name + " of " + at);
            }
            if (descending && name.matches("[a-z][a-z-]*")) {
                if (node.commands.contains(name)) {
                    at = below(at, name);
                } else if (node.commands.isEmpty()) {
                    descending = false;
                } else {
                    return Optional.of("no command " + name + " of " + at);
                }
            }
        }
        return Optional.empty();
    }
}
