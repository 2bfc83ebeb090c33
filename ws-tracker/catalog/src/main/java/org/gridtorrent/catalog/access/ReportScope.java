package org.gridtorrent.catalog.access;

/**
 * Whose data sets are reported on: those of whoever asks, or all.
 *
 * @param wholeSite for administrators
 */
public record ReportScope(String accountId, boolean wholeSite) {}
