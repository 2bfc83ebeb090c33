package org.gridtorrent.bench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;

/**
 * Description of the machine that a run ran on.
 *
 * @param processor as it calls itself
 * @param processors that this process may use
 * @param memoryMebibytes of the machine
 * @param hypervisor whether the processor says that it is a virtual one
 * @param congestionControl by which TCP sends, outside of emulated lines
 */
public record MachineInfo(String processor, int processors, long memoryMebibytes,
        boolean hypervisor,
        String kernel, String congestionControl, String jdk) {
    private static final Path PROC = Path.of("/proc");
    private static final String UNKNOWN = "unknown";

    public static MachineInfo here() {
        List<String> processor = lines(PROC.resolve("cpuinfo"));
        String memory = value(lines(PROC.resolve("meminfo")), "MemTotal").replaceAll("\\D", "");
        return new MachineInfo(value(processor, "model name"),
                Runtime.getRuntime().availableProcessors(),
                memory.isEmpty() ? 0 : Long.parseLong(memory) / 1024,
                (" " + value(processor, "flags") + " ").contains(" hypervisor "),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                lines(PROC.resolve("sys/net/ipv4/tcp_congestion_control")).stream().findFirst()
                        .orElse(UNKNOWN),
                System.getProperty("java.vm.vendor") + " " + Runtime.version());
    }

    /** In one line, for the user. */
    public String describe() {
        return "%s, %d processors%s, %,d MiB, %s, TCP by %s, JDK %s".formatted(processor,
                processors, hypervisor ? " of a hypervisor" : "", memoryMebibytes, kernel,
                congestionControl, jdk);
    }

    private static String value(List<String> lines, String name) {
        return lines.stream().map(line -> line.split(":", 2))
                .filter(parts -> parts.length == 2 && parts[0].strip().equals(name))
                .map(parts -> parts[1].strip()).filter(Predicate.not(String::isEmpty)).findFirst()
                .orElse(UNKNOWN);
    }

    /** None where the kernel is not Linux's. */
    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            return List.of();
        }
    }
}
