package org.gridtorrent.catalog.account;

import java.util.OptionalLong;

/** How many data sets, and how many bytes, somebody may have published; empty for no limit. */
public record Quota(OptionalLong datasets, OptionalLong bytes) {
    public static final Quota NONE = new Quota(OptionalLong.empty(), OptionalLong.empty());

    public boolean limits() {
        return datasets.isPresent() || bytes.isPresent();
    }
}
