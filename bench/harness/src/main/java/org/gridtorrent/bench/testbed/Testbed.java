package org.gridtorrent.bench.testbed;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.gridtorrent.bench.link.line.LineSpec;

/** Where experiments over a line run: emulated lines, or the user's hosts. */
public interface Testbed {
    /** Lines of their own, as they ask for them. */
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

    /** For an experiment that would have this line. */
    Network network(String experiment, Supplier<LineSpec> spec)
            throws IOException, InterruptedException;

    /** What is there, whatever an experiment would have; empty where each has what it asks for. */
    default Optional<Network> realHosts() {
        return Optional.empty();
    }

    /** Of the lines that an experiment would be run on one after the other, those that make a difference here. */
    <T> List<T> distinct(List<T> lines);
}
