package org.gridtorrent.catalog.db;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jdbi.v3.core.statement.SqlStatement;

/** Searches for words in columns, by LIKE patterns. */
public final class LikePatterns {
    private static final int MOST_WORDS = 12;

    private LikePatterns() {}

    /** LIKE patterns, escaped by '!', one for each word; all of them have to match. */
    public static List<String> of(String words) {
        var patterns = new ArrayList<String>();
        for (String word : words.toLowerCase(Locale.ROOT).strip().split("\\s+", -1)) {
            if (!word.isEmpty() && patterns.size() < MOST_WORDS) {
                patterns.add("%" + word.replaceAll("([!%_])", "!$1") + "%");
            }
        }
        return patterns;
    }

    /** The condition that each of the {@link #of patterns} is in one of these columns. */
    public static String condition(List<String> patterns, String... columns) {
        var where = new StringBuilder();
        for (int i = 0; i < patterns.size(); i++) {
            String parameter = " like :p" + i + " escape '!'";
            where.append(" and (").append(String.join(parameter + " or ", columns))
                    .append(parameter).append(')');
        }
        return where.toString();
    }

    /** Binds what {@link #condition} names. */
    static <Q extends SqlStatement<Q>> Q bind(Q query, List<String> patterns) {
        for (int i = 0; i < patterns.size(); i++) {
            query.bind("p" + i, patterns.get(i));
        }
        return query;
    }
}
