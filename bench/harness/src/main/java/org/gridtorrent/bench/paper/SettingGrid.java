package org.gridtorrent.bench.paper;

import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.bench.experiment.Experiment.Scale;

/**
 * Where the best of all settings is looked for, and how long.
 *
 * @param streams to each seeder
 * @param searchSeconds of each setting, once
 * @param finalists the best of the search, which are measured again
 * @param finals how they are measured: the search alone would prefer who was lucky
 */
record SettingGrid(List<Integer> streams, List<Integer> seeders, double searchSeconds,
        int finalists, PaperPlan finals) {
    static SettingGrid of(Scale scale) {
        return switch (scale) {
            case FULL -> new SettingGrid(List.of(1, 2, 4, 5, 8), List.of(1, 2, 4, 8, 12), 8, 3,
                    PaperPlan.of(scale));
            case BRIEF -> new SettingGrid(List.of(2, 4, 5, 8), List.of(2, 4, 8), 5, 2,
                    PaperPlan.of(scale));
            case QUICK -> new SettingGrid(List.of(1, 4), List.of(2), 0.2, 1,
                    PaperPlan.of(scale));
        };
    }

    /** The same where there are so many seeders at most. */
    SettingGrid upTo(int mostSeeders) {
        List<Integer> few = seeders.stream().map(count -> Math.min(count, mostSeeders)).distinct()
                .toList();
        return new SettingGrid(streams, few, searchSeconds, finalists, finals);
    }

    List<StreamSetting> points() {
        List<StreamSetting> points = new ArrayList<>();
        for (int count : seeders) {
            streams.forEach(each -> points.add(new StreamSetting(count, each)));
        }
        return points;
    }

    PaperPlan search() {
        return new PaperPlan(1, searchSeconds, finals.mostBytes());
    }
}
