package org.gridtorrent.ccm.rest;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.gridtorrent.catalog.db.ResultPage;
import org.gridtorrent.ccm.http.Refusal;

/** Which part of a list is asked for, from 1 on. A list says in {@code more} whether another follows. */
public record PageParameter(String given) {

    public int number() {
        if (!given.matches("[1-9][0-9]{0,5}")) {
            throw Refusal.badRequest("\"page\" has to be a number from 1 on.");
        }
        return Integer.parseInt(given);
    }

    /** How many are left out before it. */
    public int offset(int perPage) {
        return (number() - 1) * perPage;
    }

    public static <T> Map<String, Object> list(String name, ResultPage<T> part,
            Function<T, ?> shape) {
        Map<String, Object> json = new LinkedHashMap<>();
        List<?> items = part.items().stream().map(shape).toList();
        json.put(name, items);
        json.put("more", part.more());
        return json;
    }
}
