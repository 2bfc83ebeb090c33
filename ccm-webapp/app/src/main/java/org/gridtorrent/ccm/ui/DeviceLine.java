package org.gridtorrent.ccm.ui;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One of the viewer's machines.
 *
 * @param state {@code online}, {@code offline}, or {@code new} before its first word
 * @param freeBytes space for downloads, as last reported
 * @param folders those opened for publishing
 */
public record DeviceLine(String id, String name, String state, Optional<Instant> lastSeen,
        String version, long freeBytes, List<String> folders) {}
