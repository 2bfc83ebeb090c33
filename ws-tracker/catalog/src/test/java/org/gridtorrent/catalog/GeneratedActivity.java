package org.gridtorrent.catalog;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.gridtorrent.catalog.audit.AuditKind;
import org.gridtorrent.catalog.notify.Notice;

/**
 * What people of a {@link GeneratedSite} have had to do with each other: versions, swarms, buddies,
 * invitations, subscriptions, notices, and the log of it all. Drawn apart from the site itself, which
 * stays the same by that.
 */
final class GeneratedActivity {
    private static final int NOTICES_EACH = 60;
    private static final int EVENTS_EACH = 10;
    private static final int MAILS = 2000;
    private static final List<AuditKind> EVENTS = List.of(AuditKind.SIGNED_IN, AuditKind.SIGNED_OUT,
            AuditKind.PUBLISH_ORDERED, AuditKind.PROFILE_CHANGED, AuditKind.JOINED,
            AuditKind.SIGN_IN_FAILED);

    private final Connection connection;
    private final Random random;
    private final Instant now;
    private final List<Integer> owners;
    private final int people;
    private final int groups;

    /** @param owners of each data set, the number of its owner */
    GeneratedActivity(Connection connection, long seed, Instant now, List<Integer> owners,
            int people, int groups) {
        this.connection = connection;
        this.random = new Random(~seed);
        this.now = now;
        this.owners = owners;
        this.people = people;
        this.groups = groups;
    }

    void fill() throws Exception {
        versions();
        swarms();
        machines();
        buddies();
        invitations();
        subscriptions();
        notices();
        audit();
        mails();
        accounts();
    }

    /** Of each owner's data sets two in five are next versions, so that three are a family. */
    private void versions() throws Exception {
        byte[] metainfo = GeneratedSite.metainfo(40);
        Map<Integer, Integer> counts = new HashMap<>();
        Map<Integer, Integer> before = new HashMap<>();
        try (var previous = rows("update content set previous_id = ?, changes = ? where id = ?");
                var files = rows("update content_metainfo set metainfo = ? where content_id = ?")) {
            for (int i = 0; i < owners.size(); i++) {
                int owner = owners.get(i);
                int count = counts.merge(owner, 1, Integer::sum);
                if (count % 5 == 0 || count % 5 == 4) {
                    previous.add("c" + before.get(owner), "Forty frames were made again.",
                            "c" + i);
                }
                if (count % 5 == 4) {
                    files.add(metainfo, "c" + i);
                }
                before.put(owner, i);
            }
        }
    }

    /** Of all copies, and of what is on its way to machines that have none. */
    private void swarms() throws SQLException {
        announce("0 from content_copy");
        announce("5000000 from (select distinct content_id, device_id from task"
                + " where state = 'RUNNING') t on conflict do nothing");
        try (var rules = rows("insert into copy_rule (content_id, copies, always_on, changed)"
                + " values (?, 2, ?, ?)")) {
            for (int i = 0; i < owners.size(); i += 2) {
                rules.add("c" + i, random.nextInt(2), ago(random.nextInt(1_000_000)));
            }
        }
    }

    private void announce(String leftOf) throws SQLException {
        try (var rows = rows("insert into announcement (announced, expires, content_id, device_id,"
                + " address, uploaded, downloaded, bytes_left) select cast(? as timestamp with time"
                + " zone), cast(? as timestamp with time zone), content_id, device_id,"
                + " '192.0.2.7', 0, 0, " + leftOf)) {
            rows.add(ago(1), ago(-1440));
        }
    }

    private void machines() throws SQLException {
        try (var folders = rows("insert into device_folder values (?, ?, ?)");
                var ports = rows("insert into device_endpoint values (?, ?, ?)")) {
            for (int i = 0; i < people; i++) {
                for (int j = 0; j < 6; j++) {
                    folders.add("d" + i, j, "/data/campaign-" + j);
                }
                ports.add("d" + i, "tcp", 6881);
            }
        }
    }

    /** Most are answered; some wait, and few people are blocked. */
    private void buddies() throws SQLException {
        try (var rows = rows("insert into buddy values (?, ?, ?, ?) on conflict do nothing")) {
            for (int i = 0; i < people; i++) {
                for (int other : some(12, people)) {
                    if (other == i) {
                        continue;
                    }
                    boolean blocks = random.nextInt(30) == 0;
                    rows.add("a" + i, "a" + other, blocks ? "BLOCK" : "YES", ago(100_000));
                    if (!blocks && random.nextInt(5) > 0) {
                        rows.add("a" + other, "a" + i, "YES", ago(90_000));
                    }
                }
            }
        }
    }

    /** Into groups by name, and by mail to those outside. */
    private void invitations() throws SQLException {
        try (var inside = rows("insert into membership (group_id, account_id, group_yes,"
                + " account_yes, since, role, invited_by) values (?, ?, true, false, ?, 'MEMBER',"
                + " ?) on conflict do nothing");
                var mail = rows("insert into invitation (id, address, address_key, group_id,"
                        + " invited_by, state, mailed, told, created, expires)"
                        + " values (?, ?, ?, ?, ?, ?, true, ?, ?, ?)")) {
            for (int i = 0; i < groups; i++) {
                String owner = "a" + i % people;
                for (int person : some(5, people)) {
                    inside.add("g" + i, "a" + person, ago(random.nextInt(50_000)), owner);
                }
                for (int j = 0; j < 4; j++) {
                    String address = "guest-" + i + "-" + j + "@university.example.org";
                    var told = ago(random.nextInt(80_000));
                    mail.add("i" + i + "-" + j, address, address, j == 0 ? null : "g" + i, owner,
                            pick(List.of("OPEN", "OPEN", "USED", "WITHDRAWN")), told, told,
                            told.plusDays(30));
                }
            }
        }
    }

    private void subscriptions() throws SQLException {
        try (var rows = rows("insert into subscription (id, account_id, kind, target, content_id,"
                + " group_id, owner_id, created) values (?, ?, ?, ?, ?, ?, ?, ?)"
                + " on conflict do nothing")) {
            for (int i = 0; i < people; i++) {
                String account = "a" + i;
                var since = ago(100_000);
                for (int content : some(3, owners.size())) {
                    rows.add("s" + i + "-" + content, account, "DATASET", "dataset c" + content,
                            "c" + content, null, null, since);
                }
                String group = "g" + random.nextInt(groups);
                rows.add("sg" + i, account, "GROUP", "group " + group, null, group, null, since);
                String owner = "a" + random.nextInt(people);
                rows.add("so" + i, account, "OWNER", "owner " + owner, null, null, owner, since);
                rows.add("sq" + i, account, "SEARCH", "search q=ice&subject=earth", null, null,
                        null, since);
            }
        }
    }

    private void notices() throws SQLException {
        try (var rows = rows("insert into notice (id, account_id, kind, content_id, detail,"
                + " created, seen, to_mail) values (?, ?, ?, ?, ?, ?, ?, false)")) {
            for (int i = 0; i < people * NOTICES_EACH; i++) {
                var kind = pick(List.of(Notice.Kind.NEW_VERSION, Notice.Kind.SHARED,
                        Notice.Kind.FOUND, Notice.Kind.GET_DONE));
                rows.add("n" + i, "a" + i % people, kind.name(),
                        "c" + random.nextInt(owners.size()),
                        kind == Notice.Kind.FOUND ? "ice" : "", ago(random.nextInt(100_000)),
                        random.nextInt(5) > 0);
            }
        }
    }

    private void audit() throws SQLException {
        try (var rows = rows("insert into audit (id, happened, account_id, kind, way, token,"
                + " origin, content_id, detail) values (?, ?, ?, ?, ?, '', '192.0.2.9', ?, ?)")) {
            for (int i = 0; i < owners.size(); i++) {
                rows.add("vs" + i, ago(random.nextInt(120_000)), "a" + owners.get(i),
                        AuditKind.SHARED.name(), "PAGE", "c" + i, "PUBLIC ");
            }
            for (int i = 0; i < owners.size() * EVENTS_EACH; i++) {
                rows.add("v" + i, ago(random.nextInt(120_000)), "a" + random.nextInt(people),
                        pick(EVENTS).name(), pick(List.of("PAGE", "COMMAND", "REST")), "", "");
            }
        }
    }

    private void mails() throws SQLException {
        try (var rows = rows("insert into outbox_mail (id, kind, account_id, address, language,"
                + " detail, state, attempts, due, created, ended, problem)"
                + " values (?, 'NOTICES', ?, ?, 'en', '', ?, 1, ?, ?, ?, ?)")) {
            for (int i = 0; i < MAILS; i++) {
                int person = random.nextInt(people);
                boolean sent = random.nextInt(20) > 0;
                var created = ago(random.nextInt(40_000));
                rows.add("m" + i, "a" + person, "user" + person + "@example.org",
                        sent ? "SENT" : "GIVEN_UP", created, created, created,
                        sent ? "" : "550 5.1.1 no such user here");
            }
        }
    }

    /** What is on one's own page. */
    private void accounts() throws SQLException {
        try (var tokens = rows("insert into personal_token (id, token_hash, account_id, name,"
                + " scope, created, expires) values (?, ?, ?, 'Nightly report', 'READ', ?, ?)");
                var drafts = rows("insert into publish_draft values (?, 'a draft', 'Summer',"
                        + " 'title=Summer', ?)")) {
            for (int i = 0; i < people; i++) {
                for (int j = 0; j < 2; j++) {
                    tokens.add("k" + i + "-" + j, "no token's hash " + i + "-" + j, "a" + i,
                            ago(30_000), ago(-30_000));
                }
                drafts.add("a" + i, ago(random.nextInt(20_000)));
            }
        }
    }

    private Set<Integer> some(int most, int bound) {
        Set<Integer> some = new TreeSet<>();
        for (int i = 0; i < most; i++) {
            some.add(random.nextInt(bound));
        }
        return some;
    }

    private OffsetDateTime ago(int minutes) {
        return OffsetDateTime.ofInstant(now.minus(minutes, ChronoUnit.MINUTES), ZoneOffset.UTC);
    }

    private <T> T pick(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    private GeneratedRows rows(String statement) throws SQLException {
        return new GeneratedRows(connection, statement);
    }
}
