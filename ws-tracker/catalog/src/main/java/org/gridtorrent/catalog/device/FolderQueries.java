package org.gridtorrent.catalog.device;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.Revisions;
import org.gridtorrent.catalog.db.Revisions.Standing;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.catalog.db.Watch;
import org.gridtorrent.catalog.device.FolderListing.Entry;
import org.gridtorrent.catalog.device.FolderListing.Outcome;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.refusal.Refused;
import org.jdbi.v3.core.statement.PreparedBatch;

/**
 * What people ask their machines while they wait, and what these answer. The question is put at one
 * node, the machine polls any, and both hear of each other by the database. A question is handed out
 * once and forgotten after a minute: whoever still waits asks again.
 */
public final class FolderQueries {
    private static final Duration LIFE = Duration.ofMinutes(1);
    /** A question like one that was put so lately, and is not answered yet, is the same one. */
    private static final Duration SAME = Duration.ofSeconds(10);
    private static final int MOST_OF_ONE = 64;
    private static final int MOST_AT_ONCE = 16;
    private static final int PATH_LONGEST = 4096;

    private final Database database;

    public FolderQueries(Database database) {
        this.database = database;
    }

    /**
     * Puts the question to one of the account's machines. Empty when it is none; BUSY when too many were
     * put to it within a minute.
     */
    public Optional<FolderQuery> ask(String accountId, String deviceId, String folder, int first) {
        if (folder.length() > PATH_LONGEST || first < 0) {
            throw CatalogException.invalid(Refused.FOLDER_IMPOSSIBLE);
        }
        Instant now = database.now();
        Optional<FolderQuery> put = database.write(tx -> {
            forgetOld(tx, now);
            // Two that ask at once meet at this row.
            return isOwned(tx, accountId, deviceId)
                    ? Optional.of(same(tx, deviceId, folder, first, now)
                            .orElseGet(() -> add(tx, deviceId, folder, first, now)))
                    : Optional.empty();
        });
        database.watch.changed();
        return put;
    }

    private static void forgetOld(Transaction tx, Instant now) {
        tx.createUpdate("delete from device_question where asked < :old")
                .bind("old", now.minus(LIFE)).execute();
    }

    private static boolean isOwned(Transaction tx, String accountId, String deviceId) {
        return tx.createUpdate("update device set talk = talk + 1 where id = :id"
                + " and account_id = :account and not withdrawn").bind("id", deviceId)
                .bind("account", accountId).execute() == 1;
    }

    private static Optional<FolderQuery> same(Transaction tx, String deviceId, String folder,
            int first, Instant now) {
        return tx.createQuery("select id from device_question where device_id = :device"
                + " and folder = :folder and first_entry = :first and listed is null"
                + " and asked > :since").bind("device", deviceId).bind("folder", folder)
                .bind("first", first).bind("since", now.minus(SAME)).mapTo(String.class)
                .findFirst().map(id -> new FolderQuery(id, folder, first));
    }

    private FolderQuery add(Transaction tx, String deviceId, String folder, int first,
            Instant now) {
        int there = tx.createQuery("select count(*) from device_question"
                + " where device_id = :device").bind("device", deviceId).mapTo(Integer.class)
                .one();
        if (there >= MOST_OF_ONE) {
            throw CatalogException.busy(Refused.MACHINE_ASKED_TOO_MUCH);
        }
        var question = new FolderQuery(database.nextId(), folder, first);
        tx.createUpdate("insert into device_question (id, device_id, folder, first_entry,"
                + " asked) values (:id, :device, :folder, :first, :now)").bindMethods(question)
                .bind("device", deviceId).bind("now", now).execute();
        return question;
    }

    /**
     * What the machine answered to one of its owner's questions; waits for it at most so long. Empty when
     * there is no answer yet, or no such question.
     */
    public Optional<FolderListing> await(String accountId, String deviceId, FolderQuery question,
            Duration longest) throws InterruptedException {
        long deadlineNs = System.nanoTime() + longest.toNanos();
        try (Watch.Waiter waiter = database.watch.waiter(deviceId, Standing::talk,
                Watch.NOTHING_KNOWN)) {
            Optional<FolderListing> answer = heard(waiter, accountId, deviceId, question);
            while (answer.isEmpty() && waiter.await(deadlineNs)) {
                answer = heard(waiter, accountId, deviceId, question);
            }
            return answer;
        }
    }

    private Optional<FolderListing> heard(Watch.Waiter waiter, String accountId, String deviceId,
            FolderQuery question) {
        return database.read(tx -> {
            waiter.heard(Revisions.of(tx, deviceId).talk());
            return find(tx, accountId, deviceId, question)
                    .filter(stand -> !stand.listed.isEmpty())
                    .map(stand -> new FolderListing(Outcome.valueOf(stand.listed), stand.total,
                            entries(tx, question.id())));
        });
    }

    /** Whether the account put this question to this machine of its within a minute. */
    public boolean isKnown(String accountId, String deviceId, FolderQuery question) {
        return database.read(tx -> find(tx, accountId, deviceId, question).isPresent());
    }

    /** Not listed until it is answered. */
    private record Stand(String listed, int total) {}

    private static Optional<Stand> find(Transaction tx, String accountId, String deviceId,
            FolderQuery question) {
        return tx.createQuery("select coalesce(q.listed, ''), q.total from device_question q"
                + " join device d on d.id = q.device_id where q.id = :id and d.id = :device"
                + " and d.account_id = :account and not d.withdrawn and q.folder = :folder"
                + " and q.first_entry = :first").bindMethods(question).bind("device", deviceId)
                .bind("account", accountId)
                .map((row, _) -> new Stand(row.getString(1), row.getInt(2))).findOne();
    }

    private static List<Entry> entries(Transaction tx, String questionId) {
        return tx.createQuery("select name, is_folder, length from device_answer"
                + " where question_id = :id order by position").bind("id", questionId)
                .map((row, _) -> new Entry(row.getString(1), row.getBoolean(2), row.getLong(3)))
                .list();
    }

    /** The questions that the machine was not told of yet; from now on it was. */
    public List<FolderQuery> handOut(String deviceId) {
        if (database.read(tx -> open(tx, deviceId)).isEmpty()) {
            return List.of();
        }
        return database.write(tx -> open(tx, deviceId).stream()
                .filter(question -> tx.createUpdate("update device_question set handed = true"
                        + " where id = :id and not handed").bind("id", question.id())
                        .execute() == 1)
                .toList());
    }

    static List<FolderQuery> open(Transaction tx, String deviceId) {
        return tx.createQuery("select id, folder, first_entry from device_question"
                + " where device_id = :device and not handed and asked > :since"
                + " order by asked, id limit :most").bind("device", deviceId)
                .bind("since", tx.now().minus(LIFE)).bind("most", MOST_AT_ONCE)
                .map((row, _) -> new FolderQuery(row.getString(1), row.getString(2),
                        row.getInt(3)))
                .list();
    }

    /** The machine's answer; a second one changes nothing. False when there is no such question. */
    public boolean answer(String deviceId, String questionId, FolderListing listing) {
        if (listing.entries().size() > FolderListing.MOST || listing.total() < 0) {
            throw CatalogException.invalid("The answer has too many entries, or less than none.");
        }
        boolean known = database.write(tx -> {
            int first = tx.createUpdate("update device_question set listed = :outcome,"
                    + " total = :total where id = :id and device_id = :device"
                    + " and listed is null").bindMethods(listing).bind("id", questionId)
                    .bind("device", deviceId).execute();
            if (first == 1) {
                put(tx, questionId, listing.entries());
                tx.createUpdate("update device set talk = talk + 1 where id = :id")
                        .bind("id", deviceId).execute();
            }
            return first == 1 || exists(tx, deviceId, questionId);
        });
        database.watch.changed();
        return known;
    }

    private static boolean exists(Transaction tx, String deviceId, String questionId) {
        return tx.createQuery("select count(*) from device_question where id = :id"
                + " and device_id = :device").bind("id", questionId).bind("device", deviceId)
                .mapTo(Integer.class).one() == 1;
    }

    private static void put(Transaction tx, String questionId, List<Entry> entries) {
        if (entries.isEmpty()) {
            return;
        }
        PreparedBatch rows = tx.prepareBatch("insert into device_answer (question_id,"
                + " position, name, is_folder, length) values (:question, :position, :name,"
                + " :folder, :length)");
        for (int i = 0; i < entries.size(); i++) {
            rows.bindMethods(entries.get(i)).bind("question", questionId).bind("position", i)
                    .add();
        }
        rows.execute();
    }
}
