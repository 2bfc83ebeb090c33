package org.gridtorrent.catalog.people;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.LikePatterns;
import org.gridtorrent.catalog.db.ResultPage;
import org.gridtorrent.catalog.db.Transaction;
import org.jdbi.v3.core.statement.Query;

/** The site's people as others find them: by words of their names, never all at once. */
public final class People {
    private static final int FEWEST_LETTERS = 2;

    private final Database database;

    public People(Database database) {
        this.database = database;
        database.mapRecord(Person.class);
    }

    /**
     * Whoever is not disabled and has each of these words in the name or full name, the viewer left
     * out; an exact name first. Nobody for less than two letters.
     */
    public ResultPage<BuddyRelation> search(String viewerId, String words, int limit) {
        return ResultPage.of(database.read(tx -> query(tx, "select a.id, a.name, a.full_name,"
                + " mine.word as mine, theirs.word as theirs from account a"
                + " left join buddy mine on mine.account_id = :viewer and mine.other_id = a.id"
                + " left join buddy theirs on theirs.account_id = a.id"
                + " and theirs.other_id = :viewer where not a.disabled and a.id <> :viewer", words,
                limit + 1)
                .map(query -> query.bind("viewer", viewerId).map(Buddies::acquaintance).list())
                .orElse(List.of())), limit);
    }

    /**
     * Those of these user names that there are; of disabled ones those alone with whom the viewer shares
     * something already, and so knows of.
     */
    public List<Person> named(String viewerId, Collection<String> names) {
        List<String> wanted = names.stream()
                .map(name -> name.strip().toLowerCase(Locale.ROOT)).distinct().toList();
        return wanted.isEmpty()
                ? List.of()
                : database.read(tx -> tx.createQuery("select a.id, a.name, a.full_name"
                        + " from account a where a.name in (<names>) and (not a.disabled"
                        + " or exists (select 1 from content_account s join content c"
                        + " on c.id = s.content_id where s.account_id = a.id"
                        + " and c.owner_id = :viewer)) order by a.name")
                        .bindList("names", wanted).bind("viewer", viewerId).mapTo(Person.class)
                        .list());
    }

    /** The select, which has a where, narrowed by the words; empty when they are too short. */
    static Optional<Query> query(Transaction tx, String select, String words, int limit) {
        List<String> patterns = LikePatterns.of(words);
        if (words.strip().length() < FEWEST_LETTERS || patterns.isEmpty()) {
            return Optional.empty();
        }
        var where = new StringBuilder();
        for (int i = 0; i < patterns.size(); i++) {
            where.append(" and (a.name like :p" + i + " escape '!'"
                    + " or lower(a.full_name) like :p" + i + " escape '!')");
        }
        Query query = tx.createQuery(select + where
                + " order by case when a.name = :exact then 0 else 1 end, a.name limit :limit")
                .bind("exact", words.strip().toLowerCase(Locale.ROOT)).bind("limit", limit);
        for (int i = 0; i < patterns.size(); i++) {
            query.bind("p" + i, patterns.get(i));
        }
        return Optional.of(query);
    }
}
