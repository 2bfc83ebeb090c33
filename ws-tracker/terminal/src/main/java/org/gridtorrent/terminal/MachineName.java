package org.gridtorrent.terminal;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The name of this machine, as its name service or else its kernel knows it. */
public final class MachineName {
    private static final Path KERNEL = Path.of("/proc/sys/kernel/hostname");

    private MachineName() {}

    /** The name that leads to an address of this machine; empty when it leads nowhere. */
    public static Optional<String> resolvable() {
        try {
            return Optional.of(InetAddress.getLocalHost().getHostName());
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }

    /** A name to show: it need not lead anywhere. */
    public static String label() {
        return resolvable().or(MachineName::ofKernel).orElse("machine");
    }

    /** What {@code uname -n} prints; empty where the kernel has no such file. */
    static Optional<String> ofKernel() {
        try {
            return Optional.of(Files.readString(KERNEL).strip()).filter(name -> !name.isEmpty());
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
