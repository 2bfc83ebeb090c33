package org.gridtorrent.terminal;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Manual page of one command, in the macros of man(7), from what picocli knows of it. */
final class ManPage {
    private final CommandSpec command;
    private final int section;
    private final StringBuilder page = new StringBuilder();

    ManPage(CommandSpec command, int section) {
        this.command = command;
        this.section = section;
    }

    /** The page's name, such as {@code gridtorrent-dataset-get}. */
    String name() {
        return command.qualifiedName("-");
    }

    String text() {
        String program = command.root().name();
        line(".TH \"%s\" %d \"\" \"%s\" \"GridTorrent\"".formatted(
                name().toUpperCase(Locale.ROOT), section, version()));
        heading("NAME");
        line(escaped(name()) + " \\- " + escaped(summary(command)));
        heading("SYNOPSIS");
        line(".nf");
        line(escaped(new CommandLine.Help(command, CommandLine.Help.defaultColorScheme(Ansi.OFF))
                .synopsis(0).strip()));
        line(".fi");
        heading("DESCRIPTION");
        paragraphs(command.usageMessage().description());
        arguments();
        options();
        commands();
        exitStatus();
        if (command.parent() != null) {
            heading("SEE ALSO");
            reference(program);
        }
        return page.toString();
    }

    private String version() {
        String[] version = command.root().version();
        return version.length == 0 ? command.root().name() : version[0];
    }

    private void arguments() {
        List<PositionalParamSpec> shown = command.positionalParameters().stream()
                .filter(argument -> !argument.hidden()).toList();
        if (!shown.isEmpty()) {
            heading("ARGUMENTS");
            shown.forEach(argument -> entry(label(argument), argument));
        }
    }

    private void options() {
        List<OptionSpec> shown = command.options().stream().filter(option -> !option.hidden())
                .toList();
        if (!shown.isEmpty()) {
            heading("OPTIONS");
            shown.forEach(option -> entry(Stream.of(option.names())
                    .map(name -> "\\fB" + escaped(name) + "\\fR")
                    .collect(Collectors.joining(", ")) + label(option), option));
        }
    }

    private static String label(ArgSpec argument) {
        if (argument.arity().max() == 0) {
            return "";
        }
        String separator = argument.isOption() ? " " : "";
        return separator + "\\fI" + escaped(argument.paramLabel()) + "\\fR";
    }

    private void entry(String head, ArgSpec argument) {
        line(".TP");
        line(head);
        paragraphs(argument.description());
    }

    private void commands() {
        List<CommandLine> shown = command.subcommands().values().stream()
                .filter(ManPagesCommand::hasPage).toList();
        if (!shown.isEmpty()) {
            heading("COMMANDS");
            shown.forEach(one -> {
                line(".TP");
                reference(one.getCommandSpec().qualifiedName("-"));
                line(escaped(summary(one.getCommandSpec())));
            });
        }
    }

    private void reference(String name) {
        line(".BR " + escaped(name) + " (" + section + ")");
    }

    private void exitStatus() {
        Map<String, String> statuses = command.usageMessage().exitCodeList();
        if (!statuses.isEmpty()) {
            heading("EXIT STATUS");
            statuses.forEach((status, meaning) -> {
                line(".TP");
                line(".B " + escaped(status));
                line(escaped(meaning));
            });
        }
    }

    /** The first sentence of its description, without a full stop. */
    private static String summary(CommandSpec command) {
        String[] description = command.usageMessage().description();
        return description.length == 0
                ? command.name()
                : plain(description[0]).split("\\.(\\s|$)|\n", 2)[0];
    }

    private void paragraphs(String... texts) {
        for (String text : texts) {
            plain(text).lines().filter(part -> !part.isBlank())
                    .forEach(part -> line(escaped(part.strip())));
        }
    }

    /** Descriptions are format strings to picocli. */
    private static String plain(String description) {
        return description.replace("%n", "\n").replace("%%", "%");
    }

    private void heading(String title) {
        line(".SH " + title);
    }

    private void line(String text) {
        page.append(text).append('\n');
    }

    /** Text in which nothing is a request or an escape of roff. */
    private static String escaped(String text) {
        StringBuilder ascii = new StringBuilder();
        text.replace("\\", "\\e").replace("-", "\\-").codePoints()
                .forEach(c -> ascii.append(
                        c < 128 ? Character.toString(c) : "\\[u%04X]".formatted(c)));
        return ascii.toString().lines()
                .map(line -> line.startsWith(".") || line.startsWith("'") ? "\\&" + line : line)
                .collect(Collectors.joining("\n"));
    }
}
