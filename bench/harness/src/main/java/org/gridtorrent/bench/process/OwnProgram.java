package org.gridtorrent.bench.process;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** This same program, to be started as another process. */
public final class OwnProgram {
    private OwnProgram() {}

    /** With this JDK and class path, these options of the virtual machine, and these words. */
    public static List<String> command(List<String> options, List<String> words) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-Xshare:auto", "--enable-native-access=ALL-UNNAMED", "-cp",
                classPath(), "org.gridtorrent.bench.Main"));
        command.addAll(words);
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
