package org.gridtorrent.bench.testbed;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.gridtorrent.bench.link.line.LineSpec;

/** Where experiments over a line run: emulated lines, or the user's hosts. */
public interface Testbed {
    /** Emulated lines. */
    Testbed EMULATED = new Testbed() {
        @Override
        public Network network(String experiment, Supplier<LineSpec> spec)
                throws IOException, InterruptedException {
            return new EmulatedLine(experiment, spec.get());
        }

        @Override
        public <T> List<T> distinct(List<T> lines) {
            return lines;
        }
    };

    /** Makes the line that an experiment asks for. */
    Network network(String experiment, Supplier<LineSpec> spec)
            throws IOException, InterruptedException;

    /** The user's hosts; empty where lines are emulated. */
    default Optional<Network> realHosts() {
        return Optional.empty();
    }

    /** Lines of an experiment that differ here: all emulated ones, but one between real hosts. */
    <T> List<T> distinct(List<T> lines);
}
