package org.gridtorrent.standalone;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.gridtorrent.standalone.cli.Invocation;
import org.gridtorrent.standalone.cli.ServerConfiguration;
import org.gridtorrent.terminal.CommandFailure;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * Values of options that the command line does not have: from the environment, and those of {@code run} from the
 * configuration, too. A failure that names such an option says where its value was found.
 */
final class OptionDefaults implements IDefaultValueProvider {
    private final Invocation invocation;
    private final CommandLine run;
    /** Places where values were found, by option. */
    private final Map<String, String> places = new TreeMap<>();

    private OptionDefaults(Invocation invocation, CommandLine run) {
        this.invocation = invocation;
        this.run = run;
    }

    /** Call once the tree is complete and has its handlers of failures. */
    static void apply(CommandLine root, CommandLine run, Invocation invocation) {
        var defaults = new OptionDefaults(invocation, run);
        root.setDefaultValueProvider(defaults);
        IParameterExceptionHandler parameters = root.getParameterExceptionHandler();
        root.setParameterExceptionHandler((e, arguments) -> parameters
                .handleParseException(defaults.located(e), arguments));
        IExecutionExceptionHandler executions = root.getExecutionExceptionHandler();
        root.setExecutionExceptionHandler((e, line, parsed) -> executions
                .handleExecutionException(e instanceof CommandFailure failure
                        ? defaults.located(failure)
                        : e, line, parsed));
    }

    @Override
    public @Nullable String defaultValue(ArgSpec argument) {
        return argument instanceof OptionSpec option
                ? fromEnvironment(option).or(() -> fromFile(option)).orElse(null)
                : null;
    }

    /** {@code --tracker} can also be given as {@code GRIDTORRENT_TRACKER}, and so on. */
    private Optional<String> fromEnvironment(OptionSpec option) {
        if (option.typeInfo().isBoolean() || setting(option).equals(ServerConfiguration.HOME)) {
            return Optional.empty();
        }
        String variable = "GRIDTORRENT_"
                + setting(option).toUpperCase(Locale.ROOT).replace('-', '_');
        Optional<String> value = invocation.environment(variable);
        value.ifPresent(_ -> places.put(option.longestName(), "in the environment, " + variable));
        return value;
    }

    private Optional<String> fromFile(OptionSpec option) {
        if (!option.command().equals(run.getCommandSpec())) {
            return Optional.empty();
        }
        try {
            ServerConfiguration configuration = invocation.configuration();
            configuration.requireOnly(settings());
            Optional<String> value = configuration.value(setting(option));
            value.ifPresent(_ -> places.put(option.longestName(),
                    "in " + configuration.place(setting(option))));
            return value;
        } catch (CommandFailure e) {
            throw new ParameterException(run, e.line(), e);
        }
    }

    private Set<String> settings() {
        return run.getCommandSpec().options().stream().map(OptionDefaults::setting)
                .collect(Collectors.toSet());
    }

    private static String setting(OptionSpec option) {
        return option.longestName().substring(2);
    }

    private ParameterException located(ParameterException e) {
        String message = String.valueOf(e.getMessage());
        String located = located(message);
        return located.equals(message) ? e : new ParameterException(e.getCommandLine(), located, e);
    }

    private CommandFailure located(CommandFailure failure) {
        return new CommandFailure(failure.exitStatus(), located(failure.line()),
                failure.getCause());
    }

    private String located(String message) {
        return places.entrySet().stream()
                .filter(place -> Pattern.compile(place.getKey() + "(?![a-z-])").matcher(message)
                        .find())
                .map(place -> " (" + place.getKey() + " is set " + place.getValue() + ")")
                .collect(Collectors.joining("", message, ""));
    }
}
