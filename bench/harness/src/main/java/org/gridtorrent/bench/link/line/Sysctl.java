package org.gridtorrent.bench.link.line;

import java.util.List;

/** Kernel setting of a network namespace. */
public final class Sysctl {
    private Sysctl() {}

    /**
     * Command that writes a setting of the namespace that it runs in. Containers have {@code /proc/sys} read-only; there
     * it mounts a {@code /proc} of its own, which takes the right to mount.
     *
     * @param name below {@code net}, with slashes
     */
    public static List<String> command(String name, String value) {
        return List.of("sh", "-c", script(name, value));
    }

    /** The same as a script for sh. */
    public static String script(String name, String value) {
        String file = "/proc/sys/net/" + name;
        String write = "echo '" + value + "' > " + file;
        return "if [ -w " + file + " ]; then " + write
                + "; else unshare --mount sh -c \"mount -t proc proc /proc && " + write + "\"; fi";
    }
}
