package org.gridtorrent.bench.process;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.VMOption;
import java.io.File;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Command lines of child processes of this same program. */
public final class ChildJvm {
    /** Options of the virtual machine, as {@code gridtorrent torrent} has them, without the heap's. */
    private static final List<String> TRANSFER_OPTIONS = List.of("-XX:+UseSerialGC",
            "-XX:TrimNativeHeapInterval=5000", "-XX:CompileCommand=quiet",
            "-XX:CompileCommand=memlimit,*.*,5m~stop", "-XX:+UnlockDiagnosticVMOptions",
            "-XX:ArchiveRelocationMode=0");

    /** Buffers of the JDK's HTTP client, as {@code gridtorrent fetch} has them. */
    private static final String HTTP_BUFFERS = "-Djdk.httpclient.bufsize=65536";

    /** Lets an Intel processor hash fast; gridtorrent-torrent.args says why. */
    private static final List<String> SHORT_VECTORS = List.of("-XX:+IgnoreUnrecognizedVMOptions",
            "-XX:MaxVectorSize=16");

    /** Lets the full compiler begin later, as {@code gridtorrent torrent} does. */
    private static final String LATER_COMPILER = "-XX:CompileThresholdScaling=2";

    private static final String MAIN = "org.gridtorrent.bench.Main";
    private static final String CLIENT_MAIN = "org.gridtorrent.client.Main";

    /** Use of the program of which the virtual machine learnt what moves contents. */
    private static final String TORRENT = "torrent";
    /** The option for how far it compiles: less is cheaper for processes that end soon. */
    private static final String COMPILER = "TieredStopAtLevel";

    private ChildJvm() {}

    /**
     * How long the heap of a process may become, as the virtual machine's options say it ("24m").
     *
     * @param young the part of it for what does not last
     */
    public record Heap(String young, String max) {
        /** As {@code gridtorrent torrent} is started. */
        public static final Heap AS_STARTED = new Heap("6m", "384m");
    }

    /**
     * Command line of a process that moves contents, with the start-up cache of {@code gridtorrent
     * torrent} if there is one.
     */
    public static List<String> transferring(Heap heap, List<String> arguments) {
        return command(transferOptions(TORRENT, heap), MAIN, arguments);
    }

    /** Command line of {@code gridtorrent} with these words, of a command that moves contents. */
    public static List<String> client(List<String> arguments) {
        return command(transferOptions(arguments.getFirst(), Heap.AS_STARTED), CLIENT_MAIN,
                arguments);
    }

    private static List<String> transferOptions(String use, Heap heap) {
        List<String> options = new ArrayList<>(TRANSFER_OPTIONS);
        if (use.equals(TORRENT)) {
            options.add(LATER_COMPILER);
        }
        options.add(HTTP_BUFFERS);
        options.add("-Xmn" + heap.young());
        options.add("-Xmx" + heap.max());
        learnt(use).ifPresent(cache -> options.addAll(List.of("-XX:AOTCache=" + cache,
                "-XX:-AOTAdapterCaching", "-Xlog:aot*=off")));
        return options;
    }

    /** The start-up cache that this program's build made for the use. */
    private static Optional<Path> learnt(String use) {
        return Optional.ofNullable(System.getProperty("gridtorrent.launcher")).map(Path::of)
                .map(launcher -> launcher.resolveSibling("../lib/" + launcher.getFileName() + "-"
                        + use + ".aot").normalize())
                .filter(Files::isRegularFile);
    }

    /**
     * With this JDK and class path, these options of the virtual machine, and these words. It compiles as far as
     * this process was told to.
     */
    public static List<String> command(List<String> options, List<String> arguments) {
        return command(options, MAIN, arguments);
    }

    private static List<String> command(List<String> options, String main,
            List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(SHORT_VECTORS);
        VMOption compiler = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .getVMOption(COMPILER);
        if (compiler.getOrigin() == VMOption.Origin.VM_CREATION) {
            command.add("-XX:" + COMPILER + "=" + compiler.getValue());
        }
        command.addAll(options);
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp",
                classPath(), main));
        command.addAll(arguments);
        return command;
    }

    private static String classPath() {
        List<String> absolute = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            absolute.add(Path.of(entry).toAbsolutePath().toString());
        }
        return String.join(File.pathSeparator, absolute);
    }
}
