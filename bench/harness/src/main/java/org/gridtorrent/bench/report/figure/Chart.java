package org.gridtorrent.bench.report.figure;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Curves over one count.
 *
 * @param title what is the same for all of them
 */
public record Chart(String title, String x, String metric, String unit, List<Curve> curves) {
    /** Label of the vertical axis. */
    public String y() {
        return metric + ", " + unit;
    }

    /** The same chart with one more point, of a peer. */
    public Chart with(String name, double at, double value) {
        List<Curve> more = new ArrayList<>(curves);
        more.add(new Curve(name, true, new TreeMap<>(Map.of(at, value))));
        return new Chart(title, x, metric, unit, more);
    }

    /**
     * Values by where they were measured.
     *
     * @param peer whether it is somebody else's
     */
    public record Curve(String name, boolean peer, NavigableMap<Double, Double> points) {}
}
