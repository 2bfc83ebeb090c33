package org.gridtorrent.catalog.access;

import static java.util.stream.Collectors.groupingBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.LikePatterns;
import org.gridtorrent.catalog.db.ResultPage;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.catalog.people.Person;
import org.jdbi.v3.core.result.RowView;
import org.jdbi.v3.core.statement.Query;

/** Who can see what of the published data sets, by data set and by person, by every right. */
public final class AccessReport {
    private static final int SHOWN = 12;
    private static final String ORDER = " order by r.title, r.id, r.road, r.who"
            + " limit :limit offset :offset";
    private static final String TITLED = "lower(c.title)";

    private final Database database;

    public AccessReport(Database database) {
        this.database = database;
    }

    /** Those with these words in their title or their owner's name, by title. */
    public ResultPage<SharedDataset> datasets(ReportScope extent, String words, int offset,
            int limit) {
        List<String> patterns = LikePatterns.of(words);
        return database.read(tx -> {
            ResultPage<String> page = ResultPage.of(
                    asked(tx.createQuery("select c.id from content c"
                            + " join account o on o.id = c.owner_id where c.state = 'PUBLISHED'"
                            + RightRows.within(extent)
                            + LikePatterns.condition(patterns, TITLED, "o.name")
                            + " order by c.title, c.id limit :limit offset :offset"), extent,
                            patterns)
                            .bind("offset", offset).bind("limit", limit + 1).mapTo(String.class)
                            .list(),
                    limit);
            Map<String, SharedDataset> sets = shown(tx, page.items());
            return new ResultPage<>(page.items().stream().map(id -> sets.getOrDefault(id,
                    new SharedDataset(id, List.of(), 0))).toList(), page.more());
        });
    }

    /** The first rights to each of the contents. */
    private static Map<String, SharedDataset> shown(Transaction tx, List<String> ids) {
        if (ids.isEmpty()) {
            return Map.of();
        }
        record Shown(Right right, long total) {}
        Map<String, SharedDataset> sets = new HashMap<>();
        tx.createQuery("select * from (select r.*,"
                + " row_number() over (partition by r.id order by r.road, r.who) as place,"
                + " count(*) over (partition by r.id) as total from ("
                + RightRows.all(" and c.id in (<ids>)") + ") r) n where n.place <= :shown"
                + " order by n.id, n.place").bindList("ids", ids).bind("shown", SHOWN)
                .map(row -> new Shown(RightRows.right(row), row.getColumn("total", Long.class)))
                .list().stream()
                .collect(groupingBy(shown -> shown.right().key().contentId()))
                .forEach((id, rows) -> sets.put(id, new SharedDataset(id,
                        rows.stream().map(Shown::right).toList(), rows.getFirst().total())));
        return sets;
    }

    /** The rights to one content of people and groups with these words in their name. */
    public ResultPage<Right> ofDataset(ReportScope extent, String contentId, String words,
            int offset,
            int limit) {
        List<String> patterns = LikePatterns.of(words);
        return ResultPage.of(database.read(tx -> asked(tx.createQuery("select r.* from ("
                + RightRows.all(" and c.id = :id" + RightRows.within(extent))
                + ") r where true" + LikePatterns.condition(patterns, "lower(r.who)") + ORDER),
                extent,
                patterns).bind("id", contentId).bind("offset", offset).bind("limit", limit + 1)
                .map(RightRows::right).list()), limit);
    }

    /** All by which somebody who is not disabled may have contents with these words in the title. */
    public ResultPage<Right> ofPerson(ReportScope extent, String personId, String words, int offset,
            int limit) {
        List<String> patterns = LikePatterns.of(words);
        return ResultPage.of(database.read(tx -> asked(tx.createQuery("select r.* from ("
                + RightRows.ofPerson(" and exists (select 1 from account p where p.id = :person"
                        + " and not p.disabled)" + RightRows.within(extent)
                        + LikePatterns.condition(patterns, TITLED, "o.name"))
                + ") r" + ORDER), extent, patterns).bind("person", personId).bind("offset", offset)
                .bind("limit", limit + 1).map(RightRows::right).list()), limit);
    }

    /** All rights to the contents that {@link #datasets} finds. */
    public ResultPage<Right> rights(ReportScope extent, String words, int limit) {
        List<String> patterns = LikePatterns.of(words);
        return ResultPage.of(database.read(tx -> asked(tx.createQuery("select r.* from ("
                + RightRows.all(RightRows.within(extent)
                        + LikePatterns.condition(patterns, TITLED, "o.name"))
                + ") r" + ORDER), extent, patterns).bind("offset", 0).bind("limit", limit + 1)
                .map(RightRows::right).list()), limit);
    }

    /** Those with these words in their names who may have any, by name, with how many that are. */
    public ResultPage<Grantee> people(ReportScope extent, String words, int offset, int limit) {
        List<String> patterns = LikePatterns.of(words);
        String within = RightRows.within(extent);
        return database.read(tx -> {
            long open = asked(tx.createQuery("select count(*) from content c"
                    + " where c.state = 'PUBLISHED' and c.access_level = 'PUBLIC'" + within),
                    extent, List.of()).mapTo(Long.class).one();
            ResultPage<Person> page = ResultPage.of(asked(tx.createQuery(
                    "select a.id, a.name, a.full_name from account a where not a.disabled"
                            + LikePatterns.condition(patterns, "a.name", "lower(a.full_name)")
                            + (open > 0 ? "" : anyOf(within))
                            + " order by a.name limit :limit offset :offset"),
                    extent, patterns).bind("offset", offset).bind("limit", limit + 1)
                    .mapTo(Person.class).list(), limit);
            Map<String, Long> counts = counts(tx, extent, page.items());
            return new ResultPage<>(page.items().stream().map(person -> new Grantee(person,
                    open + counts.getOrDefault(person.id(), 0L))).toList(), page.more());
        });
    }

    private static String anyOf(String within) {
        return " and (exists (" + String.join(") or exists (", reached("= a.id", within)) + "))";
    }

    /** How many contents that are not everybody's each of them may have. */
    private static Map<String, Long> counts(Transaction tx, ReportScope extent,
            List<Person> people) {
        if (people.isEmpty()) {
            return Map.of();
        }
        String each = String.join(" union all ", reached("in (<people>)",
                RightRows.within(extent)));
        return asked(tx.createQuery("select r.account_id, count(distinct r.id) as contents"
                + " from (" + each + ") r group by r.account_id"), extent, List.of())
                .bindList("people", people.stream().map(Person::id).toList())
                .reduceRows(new HashMap<>(), AccessReport::count);
    }

    private static Map<String, Long> count(Map<String, Long> counts, RowView row) {
        counts.put(row.getColumn("account_id", String.class),
                row.getColumn("contents", Long.class));
        return counts;
    }

    /** The contents that accounts may have for other reasons than that everybody may. */
    private static List<String> reached(String which, String within) {
        String rest = " and c.state = 'PUBLISHED'" + within;
        return List.of("select c.owner_id as account_id, c.id from content c"
                + " where c.access_level <> 'PUBLIC' and c.owner_id " + which + rest,
                "select s.account_id, c.id from content_account s join content c"
                        + " on c.id = s.content_id where c.access_level = 'USER'"
                        + " and s.account_id " + which + rest,
                "select m.account_id, c.id from membership m join content_group s"
                        + " on s.group_id = m.group_id join content c on c.id = s.content_id"
                        + " where m.group_yes and m.account_yes and c.access_level = 'GROUP'"
                        + " and m.account_id " + which + rest);
    }

    private static Query asked(Query query, ReportScope extent, List<String> patterns) {
        if (!extent.wholeSite()) {
            query.bind("asker", extent.accountId());
        }
        for (int i = 0; i < patterns.size(); i++) {
            query.bind("p" + i, patterns.get(i));
        }
        return query;
    }
}
