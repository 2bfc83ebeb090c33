package org.gridtorrent.catalog;

import org.gridtorrent.catalog.search.Search;
import org.gridtorrent.catalog.subscription.AutomaticDownloads;
import org.gridtorrent.catalog.subscription.SubscriptionMatcher;
import org.gridtorrent.catalog.subscription.Subscriptions;

/** How data sets are found, now and as they appear. */
public record DiscoveryCatalog(Search search, Subscriptions subscriptions,
        SubscriptionMatcher subscriptionMatcher, AutomaticDownloads automaticDownloads) {}
