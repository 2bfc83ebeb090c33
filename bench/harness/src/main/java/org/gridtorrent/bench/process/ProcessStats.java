package org.gridtorrent.bench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Memory, threads and descriptors of another process, as the kernel counts them.
 *
 * @param residentBytes in memory now, mapped files included
 * @param peakResidentBytes the most so far
 * @param ownBytes in memory now, without mapped files
 * @param threads of the kernel
 * @param descriptors open files and sockets
 */
public record ProcessStats(long residentBytes, long peakResidentBytes, long ownBytes,
        long threads, long descriptors) {
    private static final String OWN = "RssAnon:";
    private static final Pattern USED_HEAP = Pattern.compile("total \\d+K, used (\\d+)K");

    public static ProcessStats of(long pid) throws IOException {
        Path process = Path.of("/proc", Long.toString(pid));
        List<String> status = Files.readAllLines(process.resolve("status"));
        try (Stream<Path> descriptors = Files.list(process.resolve("fd"))) {
            return new ProcessStats(1024 * number(status, "VmRSS:"),
                    1024 * number(status, "VmHWM:"), 1024 * number(status, OWN),
                    number(status, "Threads:"), descriptors.count());
        }
    }

    /** Memory without mapped files, from the text of a process's {@code /proc/PID/status} on any host. */
    public static long ownBytes(String status) throws IOException {
        return 1024 * number(status.lines().toList(), OWN);
    }

    private static long number(List<String> status, String name) throws IOException {
        return status.stream().filter(line -> line.startsWith(name))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", ""))).findFirst()
                .orElseThrow(() -> new IOException("the kernel does not tell " + name));
    }

    /** Bytes of a Java process's heap that are in use after a collection. */
    public static long heapAfterCollection(long pid) throws IOException, InterruptedException {
        String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        Tool.run(List.of(jcmd, Long.toString(pid), "GC.run"));
        Matcher used = USED_HEAP.matcher(
                Tool.run(List.of(jcmd, Long.toString(pid), "GC.heap_info")));
        return used.results().mapToLong(match -> 1024 * Long.parseLong(match.group(1))).sum();
    }
}
