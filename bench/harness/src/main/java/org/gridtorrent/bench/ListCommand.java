package org.gridtorrent.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import org.gridtorrent.bench.experiment.Experiment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Command {@code list}: the experiments and their questions. */
@Command(name = "list", description = "Lists the experiments.")
final class ListCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(names = "--json", description = "Print one JSON object a line.")
    private boolean json;

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        ObjectMapper mapper = new ObjectMapper();
        for (Experiment experiment : Experiments.all()) {
            out.println(json
                    ? mapper.createObjectNode()
                            .put("experiment", experiment.name())
                            .put("question", experiment.question())
                            .toString()
                    : String.format("%-16s %s", experiment.name(), experiment.question()));
        }
    }
}
