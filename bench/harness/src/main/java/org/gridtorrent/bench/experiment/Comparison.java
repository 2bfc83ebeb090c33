package org.gridtorrent.bench.experiment;

import java.util.ArrayList;
import java.util.List;

/** Subjects that are measured by turns in one case of an experiment. Not thread-safe. */
public final class Comparison {
    private final String setting;
    private final List<Turn> turns = new ArrayList<>();

    /** @param setting the case, as its rows say it */
    public Comparison(String setting) {
        this.setting = setting;
    }

    /**
     * A subject's turn in each round.
     *
     * @param warmsUp whether it takes part in rounds that do not count
     */
    record Turn(String subject, boolean warmsUp, Measurement<Reading> measurement) {}

    public String setting() {
        return setting;
    }

    /** Adds a subject, whose turn comes last. */
    public Comparison with(String subject, Measurement<Reading> measurement) {
        turns.add(new Turn(subject, true, measurement));
        return this;
    }

    /** Adds a subject that needs no rounds to warm up. */
    public Comparison withSteady(String subject, Measurement<Reading> measurement) {
        turns.add(new Turn(subject, false, measurement));
        return this;
    }

    List<Turn> turns() {
        return turns;
    }

    /** Count with its noun: "1 stream", "4 streams". */
    public static String counted(int count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }
}
