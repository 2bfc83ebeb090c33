package org.gridtorrent.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.gridtorrent.bench.process.OwnProgram;
import org.gridtorrent.bench.process.Tool;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Lets the virtual machine learn what peers do, when the program is built: peers know it then, as the client does. */
@Command(name = "train", hidden = true, description = "Moves a content in a process that learns from it, for the build.")
final class TrainCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "FILE", description = "For what was learnt.")
    private Path learnt = Path.of("");

    @Parameters(index = "1", paramLabel = "DIR", description = "For the content; it is empty again in the end.")
    private Path folder = Path.of("");

    @Override
    public Integer call() throws IOException, InterruptedException {
        System.out.println(Tool.run(OwnProgram.learning(learnt, folder)));
        return 0;
    }
}
