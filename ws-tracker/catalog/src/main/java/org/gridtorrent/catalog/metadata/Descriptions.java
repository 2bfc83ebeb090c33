package org.gridtorrent.catalog.metadata;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.gridtorrent.catalog.audit.AuditKind;
import org.gridtorrent.catalog.change.ContentChange;
import org.gridtorrent.catalog.dataset.Contents;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.catalog.task.Tasks;
import org.jdbi.v3.core.statement.PreparedBatch;

/** What contents say about themselves; each of their owners can change it at any time. */
public final class Descriptions {
    private static final String CREATORS = "content_creator (content_id, position, name, orcid,"
            + " affiliation)";
    private static final String KEYWORDS = "content_keyword (content_id, position, keyword)";
    private static final String RELATED = "content_related (content_id, position, identifier)";
    private static final String FORMATS = "content_format (content_id, position, format)";

    private final Database database;
    private final Contents contents;

    public Descriptions(Database database, Contents contents) {
        this.database = database;
        this.contents = contents;
    }

    /** Empty when the reader may not know of the content. */
    public Optional<DatasetDescription> of(String readerId, String contentId) {
        return database.read(tx -> contents.find(tx, readerId, contentId)
                .map(content -> read(tx, content.id())));
    }

    /** Replaces title, description and metadata, and notes which of them are others now. False when the content is not the account's. */
    public boolean change(String ownerId, String contentId, String title, String description,
            Metadata metadata) {
        String named = Contents.title(title);
        String about = Contents.description(description);
        Metadata checked = MetadataRules.checked(metadata);
        return database.change(tx -> {
            Optional<Said> before = said(tx, ownerId, contentId);
            if (before.isPresent()) {
                tx.createUpdate("update content set title = :title,"
                        + " description = :about where id = :id").bind("title", named)
                        .bind("about", about).bind("id", contentId).execute();
                put(tx, contentId, checked);
                note(tx, ownerId, contentId, before.get(), new Said(named, about,
                        read(tx, contentId).metadata()));
                Tasks.retitle(tx, contentId);
                ContentChange.of(tx).words(contentId);
            }
            return before.isPresent();
        });
    }

    /** All that an owner changes, as readers see it: where nobody is named, the owner is the creator. */
    private record Said(String title, String description, Metadata metadata) {}

    /** Nobody else changes it meanwhile; empty when the content is not the account's. */
    private static Optional<Said> said(Transaction tx, String ownerId, String contentId) {
        return tx.createQuery("select title, description from content where id = :id"
                + " and owner_id = :owner for update").bind("id", contentId)
                .bind("owner", ownerId)
                .map((row, _) -> new Said(row.getString(1), row.getString(2),
                        read(tx, contentId).metadata()))
                .findOne();
    }

    private void note(Transaction tx, String ownerId, String contentId, Said before, Said now) {
        Metadata was = before.metadata();
        Metadata is = now.metadata();
        var fields = new LinkedHashMap<String, Boolean>();
        fields.put("title", before.title().equals(now.title()));
        fields.put("description", lines(before.description()).equals(lines(now.description())));
        fields.put("subject", was.subject().equals(is.subject()));
        fields.put("keywords", was.keywords().equals(is.keywords()));
        fields.put("creators", was.creators().equals(is.creators()));
        fields.put("licence", was.licence().equals(is.licence()));
        fields.put("year", was.year().equals(is.year()));
        fields.put("related", was.related().equals(is.related()));
        List<String> changed = fields.entrySet().stream().filter(field -> !field.getValue())
                .map(Map.Entry::getKey).toList();
        if (!changed.isEmpty()) {
            ContentChange.of(tx).note(AuditKind.DESCRIBED, ownerId, contentId,
                    String.join(", ", changed));
        }
    }

    /** Browsers send other ends of lines than programs. */
    private static List<String> lines(String text) {
        return text.lines().toList();
    }

    /** Replaces what was said of the content; it has passed {@link MetadataRules}. */
    public static void put(Transaction tx, String contentId, Metadata metadata) {
        var update = tx.createUpdate("update content set subject = :subject,"
                + " licence = :licence, publication_year = :year where id = :id")
                .bind("subject", metadata.subject().map(Enum::name).orElse(null))
                .bind("licence", metadata.licence().code()).bind("id", contentId);
        metadata.year().ifPresentOrElse(year -> update.bind("year", year),
                () -> update.bindNull("year", java.sql.Types.INTEGER));
        update.execute();
        putCreators(tx, contentId, metadata.creators());
        putLines(tx, KEYWORDS, contentId, metadata.keywords());
        putLines(tx, RELATED, contentId, metadata.related());
    }

    public static void putFormats(Transaction tx, String contentId, List<String> formats) {
        putLines(tx, FORMATS, contentId, formats);
    }

    /** What the next version of a content begins with. */
    public static void copy(Transaction tx, String from, String to) {
        tx.createUpdate("update content set"
                + " subject = (select p.subject from content p where p.id = :from),"
                + " licence = (select p.licence from content p where p.id = :from)"
                + " where id = :to").bind("from", from).bind("to", to).execute();
        putCreators(tx, to, creators(tx, from));
        putLines(tx, KEYWORDS, to, lines(tx, KEYWORDS, from));
        putLines(tx, RELATED, to, lines(tx, RELATED, from));
    }

    private static void putCreators(Transaction tx, String contentId, List<Creator> creators) {
        clear(tx, CREATORS, contentId);
        PreparedBatch rows = tx.prepareBatch("insert into " + CREATORS
                + " values (:id, :position, :name, :orcid, :affiliation)");
        for (int i = 0; i < creators.size(); i++) {
            rows.bind("id", contentId).bind("position", i).bindMethods(creators.get(i)).add();
        }
        if (!creators.isEmpty()) {
            rows.execute();
        }
    }

    private static void putLines(Transaction tx, String table, String contentId,
            List<String> lines) {
        clear(tx, table, contentId);
        PreparedBatch rows = tx.prepareBatch("insert into " + table
                + " values (:id, :position, :line)");
        for (int i = 0; i < lines.size(); i++) {
            rows.bind("id", contentId).bind("position", i).bind("line", lines.get(i)).add();
        }
        if (!lines.isEmpty()) {
            rows.execute();
        }
    }

    private static void clear(Transaction tx, String table, String contentId) {
        tx.createUpdate("delete from " + name(table) + " where content_id = :id")
                .bind("id", contentId).execute();
    }

    private static String name(String table) {
        return table.substring(0, table.indexOf(' '));
    }

    private static DatasetDescription read(Transaction tx, String contentId) {
        return tx.createQuery("select c.subject, c.licence, c.publication_year, c.published,"
                + " o.full_name from content c join account o on o.id = c.owner_id"
                + " where c.id = :id").bind("id", contentId).map(row -> {
                    List<Creator> named = creators(tx, contentId);
                    Integer year = row.getColumn("publication_year", Integer.class);
                    return new DatasetDescription(new Metadata(
                            Optional.ofNullable(row.getColumn("subject", Subject.class)),
                            lines(tx, KEYWORDS, contentId),
                            named.isEmpty()
                                    ? List.of(Creator.named(
                                            row.getColumn("full_name", String.class)))
                                    : named,
                            new Licence(row.getColumn("licence", String.class)),
                            year == null ? OptionalInt.empty() : OptionalInt.of(year),
                            lines(tx, RELATED, contentId)),
                            lines(tx, FORMATS, contentId),
                            Optional.ofNullable(row.getColumn("published", Instant.class)));
                }).one();
    }

    private static List<Creator> creators(Transaction tx, String contentId) {
        return tx.createQuery("select name, orcid, affiliation from content_creator"
                + " where content_id = :id order by position").bind("id", contentId)
                .map((row, _) -> new Creator(row.getString(1), row.getString(2), row.getString(3)))
                .list();
    }

    private static List<String> lines(Transaction tx, String table, String contentId) {
        String column = table.substring(table.lastIndexOf(' ') + 1, table.length() - 1);
        return tx.createQuery("select " + column + " from " + name(table)
                + " where content_id = :id order by position").bind("id", contentId)
                .mapTo(String.class).list();
    }
}
