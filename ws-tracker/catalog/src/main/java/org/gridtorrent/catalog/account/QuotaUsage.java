package org.gridtorrent.catalog.account;

/**
 * What somebody may have published, and has.
 *
 * @param own whether it is this person's own, rather than that of the site
 */
public record QuotaUsage(Quota quota, boolean own, long datasets, long bytes) {}
