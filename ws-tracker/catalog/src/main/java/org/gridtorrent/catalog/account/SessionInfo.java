package org.gridtorrent.catalog.account;

import java.time.Instant;

/**
 * A person's stay on the pages with one browser.
 *
 * @param origin the address that it began from; empty when not known
 * @param agent what the browser says it is; empty when not known
 * @param seen when it was last used, to some minutes
 * @param current whether it is the one that asks
 */
public record SessionInfo(String id, String origin, String agent, Instant created, Instant seen,
        boolean current) {}
