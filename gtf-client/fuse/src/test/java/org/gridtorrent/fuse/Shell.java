package org.gridtorrent.fuse;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Programs that use a mounted folder. */
final class Shell {
    private Shell() {}

    /** Its output and errors, and its exit status unless that is 0. */
    static String run(Path folder, String... command) throws IOException {
        Process process = start(folder, command);
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .strip();
        int status = process.onExit().join().exitValue();
        return status == 0 ? said : said + " [" + status + "]";
    }

    static Process start(Path folder, String... command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile())
                .redirectErrorStream(true);
        builder.environment().put("LC_ALL", "C");
        return builder.start();
    }
}
