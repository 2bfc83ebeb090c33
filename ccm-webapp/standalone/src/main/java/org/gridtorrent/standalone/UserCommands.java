package org.gridtorrent.standalone;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.gridtorrent.standalone.admin.AdminRequest;
import org.gridtorrent.standalone.cli.Invocation;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.Group;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code user add|list|disable|enable|password}: the site's accounts. */
final class UserCommands {
    private UserCommands() {}

    static CommandLine group(Invocation invocation) {
        return new CommandLine(new User()).addSubcommand(new Add(invocation))
                .addSubcommand(new List(invocation)).addSubcommand(new Disable(invocation))
                .addSubcommand(new Enable(invocation)).addSubcommand(new Password(invocation))
                .addSubcommand(new HelpCommand());
    }

    @Command(name = "user", description = "The site's accounts.")
    static final class User extends Group {}

    /** Where a new password comes from. */
    static final class PasswordSource {
        @Option(names = "--password-stdin", description = "Read the password from standard input, one line; "
                + "otherwise a one-time link to set it is printed.")
        boolean standardInput;

        Optional<String> read(Invocation invocation) throws IOException {
            return standardInput ? Optional.of(line(invocation)) : Optional.empty();
        }

        private static String line(Invocation invocation) throws IOException {
            String line = new BufferedReader(
                    new InputStreamReader(invocation.input(), StandardCharsets.UTF_8)).readLine();
            if (line == null || line.isEmpty()) {
                throw CommandFailure.badInput("no password on standard input");
            }
            return line;
        }
    }

    @Command(name = "add", description = "Makes an account.")
    static final class Add extends AdminCommand {
        @Parameters(paramLabel = "NAME", description = "The name to log in with.")
        private String name = "";
        @Option(names = "--full-name", paramLabel = "NAME", description = "The person's name.")
        private @Nullable String fullName;
        @Option(names = "--administrator", description = "May look after the site.")
        private boolean administrator;
        @Mixin
        private final PasswordSource password = new PasswordSource();

        Add(Invocation invocation) {
            super(invocation);
        }

        @Override
        AdminRequest request() throws IOException {
            return new AdminRequest.AddUser(name, fullName == null ? name : fullName,
                    administrator, password.read(invocation()).orElse(null));
        }
    }

    @Command(name = "list", description = "Shows every account.")
    static final class List extends AdminCommand {
        List(Invocation invocation) {
            super(invocation);
        }

        @Override
        AdminRequest request() {
            return new AdminRequest.ListUsers();
        }
    }

    @Command(name = "disable", description = "Ends an account's sessions and its machines' rights; its data stays.")
    static final class Disable extends AdminCommand {
        @Parameters(paramLabel = "NAME", description = "Whose.")
        private String name = "";

        Disable(Invocation invocation) {
            super(invocation);
        }

        @Override
        AdminRequest request() {
            return new AdminRequest.DisableUser(name);
        }
    }

    @Command(name = "enable", description = "Lets a disabled account in again.")
    static final class Enable extends AdminCommand {
        @Parameters(paramLabel = "NAME", description = "Whose.")
        private String name = "";

        Enable(Invocation invocation) {
            super(invocation);
        }

        @Override
        AdminRequest request() {
            return new AdminRequest.EnableUser(name);
        }
    }

    @Command(name = "password", description = "Changes an account's password.")
    static final class Password extends AdminCommand {
        @Parameters(paramLabel = "NAME", description = "Whose.")
        private String name = "";
        @Mixin
        private final PasswordSource password = new PasswordSource();

        Password(Invocation invocation) {
            super(invocation);
        }

        @Override
        AdminRequest request() throws IOException {
            return new AdminRequest.ChangePassword(name, password.read(invocation()).orElse(null));
        }
    }
}
