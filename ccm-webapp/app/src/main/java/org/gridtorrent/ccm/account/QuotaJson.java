package org.gridtorrent.ccm.account;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.gridtorrent.catalog.account.Quota;
import org.gridtorrent.catalog.account.QuotaUsage;
import org.jspecify.annotations.Nullable;

/** Quotas as JSON, in which null is no limit. */
public final class QuotaJson {
    private QuotaJson() {}

    public static Map<String, @Nullable Object> line(Quota quota) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("datasets", orNull(quota.datasets()));
        json.put("bytes", orNull(quota.bytes()));
        return json;
    }

    public static Map<String, @Nullable Object> line(QuotaUsage allowance) {
        Map<String, @Nullable Object> json = line(allowance.quota());
        json.put("own", allowance.own());
        json.put("publishedDatasets", allowance.datasets());
        json.put("publishedBytes", allowance.bytes());
        return json;
    }

    public static Quota quota(@Nullable Long datasets, @Nullable Long bytes) {
        return new Quota(number(datasets), number(bytes));
    }

    private static OptionalLong number(@Nullable Long given) {
        return given == null ? OptionalLong.empty() : OptionalLong.of(given);
    }

    private static @Nullable Long orNull(OptionalLong number) {
        return number.isPresent() ? number.getAsLong() : null;
    }
}
