package org.gridtorrent.ccm.http;

import java.util.List;
import org.gridtorrent.catalog.db.Ticker;

/**
 * A feature of the site, which registers its own routes, REST resources and periodic work. Called by one
 * thread, once each, while the pages start.
 */
public interface FeatureModule {
    /** Adds the routes of the feature's pages. */
    default void routes(Routes routes) {}

    /** Returns the feature's JAX-RS resources; each serves many threads. */
    default List<Object> resources() {
        return List.of();
    }

    /** Adds what the feature does from time to time, without a request. */
    default void schedule(Ticker ticker) {}
}
