package org.gridtorrent.bench.transfer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** FDT with {@code -P} flows, a jar that the environment names. The start of its virtual machine counts. */
final class FdtTool implements TransferTool {
    private static final String VARIABLE = "GRIDTORRENT_BENCH_FDT";
    private static final String PORT = "54321";

    private final String jar = Optional.ofNullable(System.getenv(VARIABLE)).orElse("");

    @Override
    public String title() {
        return "FDT";
    }

    @Override
    public Optional<String> missing(Medium medium) {
        if (jar.isEmpty() || !Files.isReadable(Path.of(jar))) {
            return Optional.of((jar.isEmpty() ? "FDT is not known" : jar + " cannot be read") + " ("
                    + VARIABLE + "=/path/to/fdt.jar names it)");
        }
        return medium == Medium.MEMORY
                ? Optional.of("FDT is called for files only")
                : Optional.empty();
    }

    @Override
    public double move(TransferJob job, TransferTestbed testbed)
            throws IOException, InterruptedException {
        testbed.serve(Integer.parseInt(PORT), List.of(java(), "-jar", jar, "-p", PORT));
        return testbed.into(job, (content, directory) -> {
            List<String> command = List.of(java(), "-jar", jar, "-p", PORT, "-c",
                    testbed.line().receiver().address(), "-P", Integer.toString(job.flows()), "-d",
                    directory.toString(), content.toString());
            testbed.toolUsed(title(), jar, command);
            return job.megabits(testbed.run(job, command));
        });
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }
}
