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

    @Command(name = "user", description = "Manage accounts.")
    static final class User extends Group {}

    /** Where a new password comes from. */
    static final class PasswordSource {
        @Option(names = "--password-stdin", description = "Read the password from the first line of standard input. Without this option a "
                + "one-time link to set the password is printed.")
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

    @Command(name = "add", description = "Create an account.")
    static final class Add extends AdminCommand {
        @Parameters(paramLabel = "NAME", description = "User name for logging in.")
        private String name = "";
        @Option(names = "--full-name", paramLabel = "NAME", description = "Full name of the person.")
        private @Nullable String fullName;
        @Option(names = "--administrator", description = "Make the account an administrator.")
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

    @Command(name = "list", description = "List all accounts.")
    static final class List extends AdminCommand {
        List(Invocation invocation) {
            super(invocation);
        }

        @Override
        AdminRequest request() {
            return new AdminRequest.ListUsers();
        }
    }

    @Command(name = "disable", description = "Disable an account: end its sessions and the access of its machines. Its data is "
            + "kept.")
    static final class Disable extends AdminCommand {
        @Parameters(paramLabel = "NAME", description = "User name.")
        private String name = "";

        Disable(Invocation invocation) {
            super(invocation);
        }

        @Override
        AdminRequest request() {
            return new AdminRequest.DisableUser(name);
        }
    }

    @Command(name = "enable", description = "Enable a disabled account.")
    static final class Enable extends AdminCommand {
        @Parameters(paramLabel = "NAME", description = "User name.")
        private String name = "";

        Enable(Invocation invocation) {
            super(invocation);
        }

        @Override
        AdminRequest request() {
            return new AdminRequest.EnableUser(name);
        }
    }

    @Command(name = "password", description = "Change an account's password.")
    static final class Password extends AdminCommand {
        @Parameters(paramLabel = "NAME", description = "User name.")
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
