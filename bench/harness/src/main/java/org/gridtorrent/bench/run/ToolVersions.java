package org.gridtorrent.bench.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.bench.experiment.ToolUse;
import org.gridtorrent.bench.process.Tool;

/** Versions of other programs that were seen to run. */
final class ToolVersions {
    /** Command that prints a program's version, by the program's name. */
    private static final Map<String, List<String>> VERSIONS = Map.ofEntries(
            Map.entry("iperf3", List.of("iperf3", "--version")),
            Map.entry("aria2c", List.of("aria2c", "--version")),
            Map.entry("python3 libtorrent_peer.py", List.of("/usr/bin/python3", "-c",
                    "import libtorrent; print(libtorrent.__version__)")),
            Map.entry("curl", List.of("curl", "--version")),
            Map.entry("nginx", List.of("/usr/sbin/nginx", "-v")),
            Map.entry("opentracker", List.of("dpkg-query", "-W", "opentracker")),
            Map.entry("rclone", List.of("rclone", "version")),
            Map.entry("vsftpd", List.of("dpkg-query", "-W", "vsftpd")),
            Map.entry("sshfs", List.of("sshfs", "--version")),
            Map.entry("rsync", List.of("rsync", "--version")),
            Map.entry("scp", List.of("ssh", "-V")),
            Map.entry("syncthing", List.of("syncthing", "--version")),
            Map.entry("transmission-daemon", List.of("transmission-daemon", "--version")));

    private ToolVersions() {}

    /** Tools that an experiment did not name by itself. */
    static List<ToolUse> of(Map<String, Collection<String>> callsByName,
            Collection<ToolUse> named) {
        List<ToolUse> seen = new ArrayList<>();
        callsByName.forEach((name, calls) -> version(name).ifPresent(version -> calls.stream()
                .filter(call -> named.stream().noneMatch(use -> isOf(use, name)))
                .forEach(call -> seen.add(new ToolUse(name, version, call)))));
        return seen;
    }

    private static boolean isOf(ToolUse use, String name) {
        return name.startsWith(use.tool()) || use.call().startsWith(name)
                || use.call().contains("/" + name);
    }

    /** Empty for a program that is a part of the system. */
    private static Optional<String> version(String name) {
        List<String> command = VERSIONS.get(name.replaceFirst("^python3[.\\d]*", "python3"));
        if (command == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(Tool.run(command).lines().findFirst().orElse("unknown").strip());
        } catch (IOException e) {
            return Optional.of("unknown");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of("unknown");
        }
    }
}
