package org.gridtorrent.bench.result;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Samples of one quantity. Not thread-safe. */
public final class Samples {
    private final List<Double> values = new ArrayList<>();

    /** One sample. */
    public static Samples of(double value) {
        Samples one = new Samples();
        one.add(value);
        return one;
    }

    /** Mean of several quantities, sample by sample. */
    public static Samples mean(List<Samples> quantities) {
        Samples means = new Samples();
        for (int i = 0; i < quantities.getFirst().count(); i++) {
            int number = i;
            means.add(quantities.stream().mapToDouble(one -> one.values.get(number)).average()
                    .orElseThrow());
        }
        return means;
    }

    public void add(double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("not a measurement: " + value);
        }
        values.add(value);
    }

    /** Adds all of these to others. */
    public void addTo(Samples others) {
        values.forEach(others::add);
    }

    /** Each divided by the same. */
    public Samples dividedBy(double divisor) {
        Samples quotients = new Samples();
        values.forEach(value -> quotients.add(value / divisor));
        return quotients;
    }

    public int count() {
        return values.size();
    }

    /** The middle value, or the mean of the two in the middle. */
    public double median() {
        List<Double> sorted = sorted();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1
                ? sorted.get(middle)
                : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    public double least() {
        return sorted().getFirst();
    }

    /** Distance of the smallest and the largest sample, as a part of the median. */
    public double spread() {
        List<Double> sorted = sorted();
        double median = median();
        return median == 0 ? 0 : (sorted.getLast() - sorted.getFirst()) / median;
    }

    private List<Double> sorted() {
        if (values.isEmpty()) {
            throw new IllegalStateException("nothing was measured");
        }
        List<Double> sorted = new ArrayList<>(values);
        Collections.sort(sorted);
        return sorted;
    }
}
