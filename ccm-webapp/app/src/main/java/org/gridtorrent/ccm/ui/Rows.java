package org.gridtorrent.ccm.ui;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Versions;
import org.gridtorrent.catalog.dataset.Versions.Mark;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.catalog.search.Search;

/** The catalog's records as the pages show them. */
public final class Rows {
    /** A client's long poll takes at most 50 s; half as much again is for slow lines. */
    private static final Duration ONLINE = Duration.ofSeconds(75);

    private Rows() {}

    public static DatasetLine dataset(Content content) {
        return dataset(content, "", VersionMark.NONE);
    }

    public static DatasetLine dataset(Content content, Map<String, Mark> marks) {
        return dataset(content, "", VersionMark.of(marks, content.id()));
    }

    /** What a search found, with the version of each. */
    public static List<DatasetLine> found(Versions versions, String reader,
            List<Search.Line> lines) {
        Map<String, Mark> marks = versions.marks(reader,
                lines.stream().map(line -> line.content().id()).toList());
        return lines.stream().map(line -> dataset(line.content(), line.health().code(),
                VersionMark.of(marks, line.content().id()))).toList();
    }

    private static DatasetLine dataset(Content content, String health, VersionMark version) {
        return new DatasetLine(content.id(), content.title(), content.description(),
                content.ownerName(), lower(content.access()), lower(content.state()),
                content.totalLength(), content.fileCount(), content.created(), health, version);
    }

    public static List<DatasetLine> datasets(Versions versions, String reader,
            List<Content> contents) {
        Map<String, Mark> marks = versions.marks(reader,
                contents.stream().map(Content::id).toList());
        return contents.stream().map(content -> dataset(content, marks)).toList();
    }

    public static DeviceLine machine(Device device, Instant now) {
        String state = device.lastSeen()
                .map(seen -> isOnline(seen, now) ? "online" : "offline").orElse("new");
        return new DeviceLine(device.id(), device.name(), state, device.lastSeen(),
                device.clientVersion(), device.freeBytes(), device.folders());
    }

    public static boolean isOnline(Instant lastSeen, Instant now) {
        return lastSeen.plus(ONLINE).isAfter(now);
    }

    /** A right ends with a day, in UTC. */
    public static String lastDay(Instant end) {
        return end.minusNanos(1).atZone(ZoneOffset.UTC).toLocalDate().toString();
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
