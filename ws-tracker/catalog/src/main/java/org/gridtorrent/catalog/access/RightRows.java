package org.gridtorrent.catalog.access;

import java.time.Instant;
import java.util.Optional;
import org.jdbi.v3.core.result.RowView;

/**
 * Rights to published contents as rows of one query: those that {@code AccessPolicy} grants, each by
 * itself. Of contents the alias is {@code c}, of their owners {@code o}.
 */
final class RightRows {
    private static final String COLUMNS = "c.id, c.title, c.owner_id, o.name as owner_name";
    private static final String CONTENTS = " from content c join account o on o.id = c.owner_id";
    private static final String PUBLISHED = " where c.state = 'PUBLISHED'";
    private static final String ENDLESS = "cast(null as timestamp with time zone)";
    private static final String OF_GROUPS = " left join (select m.group_id, count(*) as people"
            + " from membership m join account a on a.id = m.account_id where m.group_yes"
            + " and m.account_yes and not a.disabled group by m.group_id) k on k.group_id = g.id";

    private RightRows() {}

    /** All rights to the contents for which this further condition holds. */
    static String all(String which) {
        return union(which, "", "", "");
    }

    /** Those of the account {@code :person}. */
    static String ofPerson(String which) {
        return union(which, " and o.id = :person", " and a.id = :person",
                " and exists (select 1 from membership m where m.group_id = g.id"
                        + " and m.account_id = :person and m.group_yes and m.account_yes)");
    }

    private static String union(String which, String owner, String named, String group) {
        return "select " + COLUMNS + ", 0 as road, o.id as who_id, o.name as who, 1 as people, "
                + ENDLESS + " as ends" + CONTENTS + PUBLISHED + " and not o.disabled" + which
                + owner
                + " union all select " + COLUMNS + ", 1, a.id, a.name, 1, s.ends" + CONTENTS
                + " join content_account s on s.content_id = c.id"
                + " join account a on a.id = s.account_id" + PUBLISHED
                + " and c.access_level = 'USER' and not a.disabled" + which + named
                + " union all select " + COLUMNS
                + ", 2, g.id, g.name, coalesce(k.people, 0), s.ends" + CONTENTS
                + " join content_group s on s.content_id = c.id"
                + " join work_group g on g.id = s.group_id" + OF_GROUPS + PUBLISHED
                + " and c.access_level = 'GROUP'" + which + group
                + " union all select " + COLUMNS + ", 3, '', '',"
                + " (select count(*) from account where not disabled), " + ENDLESS + CONTENTS
                + PUBLISHED + " and c.access_level = 'PUBLIC'" + which;
    }

    /** The condition that the content is within the extent, whose account is {@code :asker}. */
    static String within(ReportScope extent) {
        return extent.wholeSite() ? "" : " and c.owner_id = :asker";
    }

    static Right right(RowView row) {
        return new Right(
                new Right.Key(row.getColumn("id", String.class),
                        road(row.getColumn("road", Integer.class)),
                        row.getColumn("who_id", String.class)),
                row.getColumn("title", String.class), row.getColumn("owner_id", String.class),
                row.getColumn("owner_name", String.class), row.getColumn("who", String.class),
                row.getColumn("people", Long.class),
                Optional.ofNullable(row.getColumn("ends", Instant.class)));
    }

    /** They are listed in this order. */
    private static GrantType road(int place) {
        return switch (place) {
            case 0 -> GrantType.OWNER;
            case 1 -> GrantType.NAMED;
            case 2 -> GrantType.GROUP;
            default -> GrantType.EVERYBODY;
        };
    }
}
