package org.gridtorrent.catalog.report;

/**
 * Whose data sets are reported on: those of whoever asks, or all.
 *
 * @param wholeSite for administrators
 */
public record Extent(String accountId, boolean wholeSite) {}
