package org.gridtorrent.client.command.dataset;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.gridtorrent.client.command.LocalTimes;
import org.gridtorrent.client.pages.Dataset;
import org.gridtorrent.terminal.ByteSize;
import org.jspecify.annotations.Nullable;

/** Data sets in words. */
final class DatasetLines {
    private DatasetLines() {}

    static List<String> table(List<Dataset> datasets, String none) {
        if (datasets.isEmpty()) {
            return List.of(none);
        }
        return datasets.stream().map(dataset -> "%s  %8s  %-10s  %s".formatted(dataset.id(),
                size(dataset.totalLength()), text(dataset.owner()),
                dataset.title() + unready(dataset) + through(dataset))).toList();
    }

    static List<String> details(Dataset dataset) {
        List<String> lines = new ArrayList<>();
        lines.add("data set     " + dataset.id());
        lines.add("title        " + dataset.title());
        add(lines, "description  ", dataset.description());
        add(lines, "owner        ", dataset.owner());
        add(lines, "access       ", dataset.access());
        add(lines, "state        ", dataset.state());
        lines.add("size         " + size(dataset.totalLength()));
        add(lines, "files        ", dataset.fileCount());
        add(lines, "copies       ", dataset.copies());
        add(lines, "info-hash    ", dataset.infoHash());
        if (Boolean.TRUE.equals(dataset.nonPrivate())) {
            lines.add("torrent      not private: clients also find peers by DHT, PEX and LSD");
        }
        add(lines, "created      ", created(dataset));
        List<String> notices = dataset.notices();
        if (notices != null) {
            notices.forEach(notice -> lines.add("notice       " + notice));
        }
        return lines;
    }

    /** Its state, unless it can be had. */
    private static String unready(Dataset dataset) {
        String state = text(dataset.state()).toLowerCase(Locale.ROOT);
        return state.equals("-") || state.equals("published") ? "" : "  (" + state + ")";
    }

    /** By what the user has it, of what others gave. */
    private static String through(Dataset dataset) {
        List<Dataset.Through> through = dataset.through();
        return through == null
                ? ""
                : through.stream().map(DatasetLines::way)
                        .collect(Collectors.joining("; ", "  (", ")"));
    }

    private static String way(Dataset.Through through) {
        String ends = through.ends();
        return (through.by().equals("group") ? "through " + through.who() : "by name")
                + (ends == null ? "" : ", until " + LocalTimes.format(ends));
    }

    private static @Nullable String created(Dataset dataset) {
        String created = dataset.created();
        return created == null ? null : LocalTimes.format(created);
    }

    private static void add(List<String> lines, String label, @Nullable Object value) {
        if (value != null && !value.toString().isEmpty()) {
            lines.add(label + value);
        }
    }

    private static String text(@Nullable String value) {
        return value == null ? "-" : value;
    }

    private static String size(@Nullable Long bytes) {
        return bytes == null ? "-" : ByteSize.words(bytes);
    }
}
