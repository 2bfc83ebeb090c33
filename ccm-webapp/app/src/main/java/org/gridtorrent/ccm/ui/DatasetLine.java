package org.gridtorrent.ccm.ui;

import java.time.Instant;

/**
 * A data set in a list.
 *
 * @param access {@code public}, {@code group} or {@code user}
 * @param state {@code preparing}, {@code published} or {@code failed}
 * @param totalLength bytes; 0 until published
 * @param health {@code none}, {@code one} or {@code several} verified copies that can be reached; empty
 *     where that is not told
 * @param version which of several it is
 */
public record DatasetLine(String id, String title, String description, String owner, String access,
        String state, long totalLength, int fileCount, Instant created,
        String health, VersionMark version) {}
