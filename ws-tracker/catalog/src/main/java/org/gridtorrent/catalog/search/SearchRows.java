package org.gridtorrent.catalog.search;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.catalog.dataset.Content.Access;
import org.gridtorrent.catalog.dataset.Content.State;
import org.gridtorrent.catalog.dataset.Rights;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.catalog.metadata.Licence;
import org.gridtorrent.catalog.metadata.Subject;
import org.gridtorrent.catalog.search.IndexEntry.Text;
import org.gridtorrent.metainfo.InfoHash;
import org.jdbi.v3.core.result.RowView;

/** Reads what changed for the search, with one query a table however much it is. For one thread. */
public final class SearchRows {
    private static final String SINCE = " join content c on c.id = x.content_id"
            + " where c.search_number > :since order by x.content_id, ";

    /**
     * A content as the search is to have it.
     *
     * @param entry empty when it is not to be found by anybody
     */
    public record Change(String id, Optional<IndexEntry<Rights>> entry) {}

    private final Transaction tx;
    private final long since;
    private final Map<String, List<String>> groups;
    private final Map<String, List<String>> accounts;
    private final Map<String, List<String>> keywords;
    private final Map<String, List<String>> creators;
    private final Map<String, List<String>> affiliations;
    private final Map<String, List<String>> related;
    private final Map<String, List<String>> formats;

    private SearchRows(Transaction tx, long since) {
        this.tx = tx;
        this.since = since;
        this.groups = lists("content_group", "group_id", "x.group_id");
        this.accounts = lists("content_account", "account_id", "x.account_id");
        this.keywords = lists("content_keyword", "keyword", "x.position");
        this.creators = lists("content_creator", "name", "x.position");
        this.affiliations = lists("content_creator", "affiliation", "x.position");
        this.related = lists("content_related", "identifier", "x.position");
        this.formats = lists("content_format", "format", "x.position");
    }

    /** All that were numbered after this one; inside one transaction, of one moment. */
    public static List<Change> since(Transaction tx, long number) {
        var rows = new SearchRows(tx, number);
        return tx.createQuery("select c.id, c.owner_id, o.name as owner_name,"
                + " o.full_name as owner_full_name, c.info_hash, c.title,"
                + " c.description, c.access_level as access, c.state, c.total_length, c.published, c.subject,"
                + " c.licence, c.publication_year from content c"
                + " join account o on o.id = c.owner_id where c.search_number > :since")
                .bind("since", number).map(rows::change).list();
    }

    private Map<String, List<String>> lists(String table, String column, String order) {
        Map<String, List<String>> lists = new HashMap<>();
        tx.createQuery("select x.content_id, x." + column + " from " + table + " x" + SINCE
                + order).bind("since", since)
                .map((row, _) -> Map.entry(row.getString(1), row.getString(2)))
                .forEach(row -> lists.computeIfAbsent(row.getKey(), _ -> new ArrayList<>())
                        .add(row.getValue()));
        return lists;
    }

    private Change change(RowView row) {
        String id = text(row, "id");
        State state = row.getColumn("state", State.class);
        return new Change(id, state == State.PUBLISHED
                ? Optional.of(entry(id, state, row))
                : Optional.empty());
    }

    private IndexEntry<Rights> entry(String id, State state, RowView row) {
        Access access = row.getColumn("access", Access.class);
        Instant published = row.getColumn("published", Instant.class);
        List<String> sharedWith = List.copyOf(groups.getOrDefault(id, List.of()));
        long length = row.getColumn("total_length", Long.class);
        Integer year = row.getColumn("publication_year", Integer.class);
        Map<Facet, List<String>> facets = new HashMap<>();
        facets.put(Facet.SUBJECT, List.of(Optional
                .ofNullable(row.getColumn("subject", Subject.class)).map(Subject::code)
                .orElse("none")));
        facets.put(Facet.GROUP, access == Access.GROUP ? sharedWith : List.of());
        facets.put(Facet.OWNER, List.of(text(row, "owner_name")));
        facets.put(Facet.ACCESS, List.of(access.name().toLowerCase(Locale.ROOT)));
        facets.put(Facet.LICENCE, List.of(licence(new Licence(text(row, "licence")))));
        facets.put(Facet.FORMAT, formats.getOrDefault(id, List.of()));
        facets.put(Facet.SIZE, List.of(SizeClass.of(length).code()));
        facets.put(Facet.YEAR, List.of(Integer.toString(year == null
                ? published.atOffset(ZoneOffset.UTC).getYear()
                : year)));
        String infoHash = text(row, "info_hash");
        List<String> names = List.of(id, infoHash, InfoHash.ofHex(infoHash).base32());
        return new IndexEntry<>(id, names, texts(id, row), facets, length,
                published.getEpochSecond(),
                new Rights(access, state, text(row, "owner_id"), sharedWith,
                        List.copyOf(accounts.getOrDefault(id, List.of()))));
    }

    private List<Text> texts(String id, RowView row) {
        return List.of(new Text(8, text(row, "title")), new Text(6, joined(keywords, id)),
                new Text(5, joined(creators, id)), new Text(3, text(row, "owner_name")),
                new Text(3, text(row, "owner_full_name")), new Text(3, joined(formats, id)),
                new Text(3, joined(related, id)), new Text(2, joined(affiliations, id)),
                new Text(2, text(row, "description")));
    }

    private static String licence(Licence licence) {
        return licence.isKnown() ? licence.code() : licence.isStated() ? "other" : "none";
    }

    private static String joined(Map<String, List<String>> lists, String id) {
        return String.join("\n", lists.getOrDefault(id, List.of()));
    }

    private static String text(RowView row, String column) {
        return row.getColumn(column, String.class);
    }
}
