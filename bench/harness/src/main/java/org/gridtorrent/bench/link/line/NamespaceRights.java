package org.gridtorrent.bench.link.line;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.gridtorrent.bench.process.Tool;
import org.gridtorrent.terminal.CommandFailure;

/** Right of this user to make network namespaces: directly, as root does, or within a user namespace. */
public enum NamespaceRights {
    DIRECT,
    USER_NAMESPACE;

    private static final Map<String, String> PROGRAMS = new TreeMap<>(Map.of("ip", "iproute2",
            "unshare", "util-linux", "nsenter", "util-linux", "setsid", "util-linux",
            "ping", "iputils-ping"));

    /** Right that this user has; {@link CommandFailure} says what is missing. */
    public static NamespaceRights detect() throws InterruptedException {
        for (Map.Entry<String, String> program : PROGRAMS.entrySet()) {
            Optional<String> missing = Tool.missing(program.getKey(), program.getValue());
            if (missing.isPresent()) {
                throw CommandFailure.notFound("a link needs a program: " + missing.get());
            }
        }
        List<String> refusals = new ArrayList<>();
        for (NamespaceRights rights : values()) {
            try {
                Tool.run(rights.within(List.of("true")));
                return rights;
            } catch (IOException e) {
                refusals.add(e.getMessage());
            }
        }
        throw CommandFailure
                .notAllowed("network namespaces cannot be made here (" + refusals.getLast()
                        + "); run as root, or have user namespaces allowed (sysctl"
                        + " user.max_user_namespaces, kernel.unprivileged_userns_clone,"
                        + " kernel.apparmor_restrict_unprivileged_userns)");
    }

    /** Command that runs this one in a new network namespace. */
    public List<String> within(List<String> command) {
        return Tool.concat(List.of("unshare", "--net"),
                inUserNamespace("--user", "--map-root-user"), List.of("--"), command);
    }

    /** Beginning of a command that runs the rest in the namespace of a process. */
    public List<String> entering(long pid) {
        return Tool.concat(List.of("nsenter", "--target", Long.toString(pid), "--net"),
                inUserNamespace("--user", "--preserve-credentials"));
    }

    private List<String> inUserNamespace(String... options) {
        return this == USER_NAMESPACE ? List.of(options) : List.of();
    }
}
