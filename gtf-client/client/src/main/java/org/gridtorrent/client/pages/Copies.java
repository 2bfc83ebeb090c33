package org.gridtorrent.client.pages;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A data set's copies as the pages describe them.
 *
 * @param counting verified ones that the rule counts, {@code alwaysOn} of them on such machines
 * @param reachable verified ones on machines heard of within a day
 */
public record Copies(String id, @Nullable Rule rule, int counting, int alwaysOn, int reachable,
        List<Holder> machines, List<String> notices) {

    /** What is to be kept; no place is anywhere that offers room. */
    public record Rule(int copies, int alwaysOn, List<String> machines, List<String> groups) {}

    /** Who holds it; the machine's name only where one may know it. Uptime from 0 to 1. */
    public record Holder(@Nullable String machine, String owner, String state,
            @Nullable String verified, @Nullable String lastSeen, double uptime,
            boolean alwaysOn, boolean counts, boolean byRule) {}

    /** A rule to be set; 0 copies remove it. */
    public record NewRule(int copies, int alwaysOn, List<String> deviceIds,
            List<String> groupIds) {
        public static final NewRule NONE = new NewRule(0, 0, List.of(), List.of());
    }
}
