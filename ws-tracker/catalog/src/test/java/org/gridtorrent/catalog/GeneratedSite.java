package org.gridtorrent.catalog;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.gridtorrent.catalog.db.DatabaseLogin;
import org.gridtorrent.catalog.metadata.Licence;
import org.gridtorrent.catalog.metadata.Subject;
import org.gridtorrent.catalog.people.Group;
import org.gridtorrent.metainfo.create.MetainfoBuilder;

/**
 * Fills an empty catalog's tables with a site as it may be after years: people, groups, machines, data
 * sets with words about them, copies and tasks, and {@link GeneratedActivity}. The same seed makes the same site, but for the
 * password, which is everybody's.
 */
public final class GeneratedSite {
    /** Of each account. */
    public static final String PASSWORD = TestAccounts.PASSWORD;
    private static final List<String> THINGS = List.of("Detector frames", "Ice cores",
            "Sea surface temperature", "Seismic waveforms", "Genome assemblies", "Sky survey",
            "Soil moisture", "Neutron scattering", "Traffic counts", "Interview transcripts",
            "Wind profiles", "Muon tracks", "Protein structures", "River discharge",
            "Satellite images", "Lattice configurations", "Spectra", "Bird calls");
    private static final List<String> PLACES = List.of("Vostok", "beam line 7", "the North Sea",
            "Lake Garda", "station 12", "the Alps", "run 3", "Greenland", "the Pacific", "hall B",
            "the Amazon", "the archive", "Law Dome", "the upper atmosphere");
    private static final List<String> ENDINGS = List.of("h5", "nc", "csv", "tif", "fits", "root",
            "txt", "json", "tar.gz", "mseed", "pdf", "dat");

    private final Connection connection;
    private final Random random;
    private final Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    private final List<String> vocabulary = new ArrayList<>();
    private final int people;
    private final int groups;
    private final int contents;
    private final List<Integer> owners = new ArrayList<>();
    private final List<String> levels = new ArrayList<>();

    private GeneratedSite(Connection connection, long seed, int contents, int people,
            int groups) {
        this.connection = connection;
        this.random = new Random(seed);
        this.contents = contents;
        this.people = people;
        this.groups = groups;
    }

    /** So many data sets, people ({@code user0}…) and groups, in an empty database. */
    public static void fill(DatabaseLogin login, long seed, int contents, int people, int groups)
            throws Exception {
        try (Catalog catalog = Catalog.open(login)) {
            TestAccounts.add(catalog, "first", "The first");
            try (Connection connection = DriverManager.getConnection(login.url(), login.user(),
                    login.password())) {
                connection.setAutoCommit(false);
                var site = new GeneratedSite(connection, seed, contents, people, groups);
                site.fill();
                new GeneratedActivity(connection, seed, site.now, site.owners, people, groups)
                        .fill();
                connection.commit();
                connection.setAutoCommit(true);
                try (var statement = connection.createStatement()) {
                    statement.execute("analyze");
                }
            }
        }
    }

    private void fill() throws Exception {
        vocabulary();
        accounts();
        groups();
        devices();
        contents();
        words();
        sharesAndCopies();
        tasks();
    }

    private void vocabulary() {
        String[] syllables = {"ba", "cor", "del", "fi", "gra", "hul", "in", "ka", "lor", "me", "no",
            "pel", "qua", "ri", "sta", "tur", "ul", "ven", "wis", "zon"};
        for (int i = 0; i < 8000; i++) {
            StringBuilder word = new StringBuilder();
            for (int j = 2 + random.nextInt(3); j > 0; j--) {
                word.append(pick(List.of(syllables)));
            }
            vocabulary.add(word.toString());
        }
    }

    /** Few words are frequent, most are rare. */
    private String text(int words) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < words; i++) {
            double place = Math.pow(random.nextDouble(), 3);
            text.append(vocabulary.get((int) (place * vocabulary.size()))).append(' ');
        }
        return text.toString().strip();
    }

    private void accounts() throws SQLException {
        try (GeneratedRows rows = rows(
                "insert into account (id, name, full_name, password, role, disabled,"
                        + " created) select ?, ?, ?, password, 'USER', false, ? from account"
                        + " where name = 'first'")) {
            for (int i = 0; i < people; i++) {
                rows.add("a" + i, "user" + i, capital(text(1)) + " " + capital(text(1)),
                        time(random.nextInt(2000)));
            }
        }
    }

    private void groups() throws SQLException {
        try (GeneratedRows rows = rows("insert into work_group (id, name, name_key, listed_key,"
                + " description, created) values (?, ?, ?, ?, ?, ?)")) {
            for (int i = 0; i < groups; i++) {
                String name = capital(text(1)) + " group " + i;
                rows.add("g" + i, name, Group.key(name), Group.key(name), text(12),
                        time(random.nextInt(2000)));
            }
        }
        try (GeneratedRows rows = rows("insert into membership (group_id, account_id, group_yes,"
                + " account_yes, since, role) values (?, ?, ?, ?, ?, ?)")) {
            for (int i = 0; i < groups; i++) {
                Set<Integer> inside = new TreeSet<>(Set.of(i % people));
                for (int j = 3 + random.nextInt(30); j > 0; j--) {
                    inside.add(random.nextInt(people));
                }
                for (int member : inside) {
                    boolean owner = member == i % people;
                    rows.add("g" + i, "a" + member, owner || random.nextInt(20) > 0, true,
                            time(random.nextInt(1000)), owner ? "OWNER" : "MEMBER");
                }
            }
        }
    }

    private void devices() throws SQLException {
        try (GeneratedRows rows = rows(
                "insert into device (id, account_id, name, client_version, created,"
                        + " last_seen, free_bytes, watched_since, presence) values (?, ?, ?, '0.1.0', ?, ?,"
                        + " ?, ?, 0.9)")) {
            for (int i = 0; i < people; i++) {
                rows.add("d" + i, "a" + i, "workstation-" + i, time(900),
                        random.nextInt(4) == 0 ? time(20) : time(0), 1L << 40, time(100));
            }
        }
    }

    private void contents() throws SQLException {
        try (GeneratedRows rows = rows(
                "insert into content (id, owner_id, title, description, access_level,"
                        + " state, info_hash, total_length, file_count, created, published, subject,"
                        + " licence, publication_year) values (?, ?, ?, ?, ?, 'PUBLISHED', ?, ?, 200, ?, ?,"
                        + " ?, ?, ?)")) {
            for (int i = 0; i < contents; i++) {
                owners.add(random.nextInt(people));
                levels.add(pick(List.of("PUBLIC", "PUBLIC", "PUBLIC", "GROUP", "GROUP", "USER")));
                var created = time(random.nextInt(1500));
                rows.add("c" + i, "a" + owners.get(i), pick(THINGS) + " of " + pick(PLACES) + ", "
                        + text(2) + " " + i, text(20 + random.nextInt(80)), levels.get(i),
                        "%040x".formatted(i + 1),
                        (long) Math.pow(10, 6 + 6.7 * random.nextDouble()), created, created,
                        pick(List.of(Subject.values())).name(),
                        random.nextInt(3) == 0 ? "" : pick(Licence.KNOWN),
                        2000 + random.nextInt(27));
            }
        }
    }

    private void words() throws SQLException {
        try (GeneratedRows keywords = rows("insert into content_keyword values (?, ?, ?)");
                GeneratedRows creators = rows(
                        "insert into content_creator values (?, ?, ?, '', ?)");
                GeneratedRows formats = rows("insert into content_format values (?, ?, ?)")) {
            for (int i = 0; i < contents; i++) {
                for (int j = 0; j < 4; j++) {
                    keywords.add("c" + i, j, text(1));
                }
                for (int j = 0; j < 1 + i % 3; j++) {
                    creators.add("c" + i, j, capital(text(1)) + " " + capital(text(1)),
                            "Institute of " + text(1));
                    formats.add("c" + i, j, ENDINGS.get((i + 5 * j) % ENDINGS.size()));
                }
            }
        }
    }

    private void sharesAndCopies() throws Exception {
        byte[] metainfo = metainfo(0);
        try (GeneratedRows files = rows("insert into content_metainfo values (?, ?)");
                GeneratedRows shared = rows(
                        "insert into content_group (content_id, group_id) values (?, ?)");
                GeneratedRows named = rows(
                        "insert into content_account (content_id, account_id) values (?, ?)");
                GeneratedRows copies = rows(
                        "insert into content_copy (content_id, device_id, verified)"
                                + " values (?, ?, ?)")) {
            for (int i = 0; i < contents; i++) {
                files.add("c" + i, metainfo);
                if (levels.get(i).equals("GROUP")) {
                    shared.add("c" + i, "g" + random.nextInt(groups));
                }
                for (int j = 0; j < 3 && levels.get(i).equals("USER"); j++) {
                    named.add("c" + i, "a" + (owners.get(i) + 1 + j) % people);
                }
                for (int j = random.nextInt(4); j > 0; j--) {
                    copies.add("c" + i, "d" + (owners.get(i) + j - 1) % people, time(30));
                }
            }
        }
    }

    private void tasks() throws SQLException {
        try (GeneratedRows rows = rows(
                "insert into task (id, kind, state, content_id, device_id, account_id,"
                        + " title, folder, bytes_done, bytes_total, created, changed)"
                        + " values (?, 'DOWNLOAD', ?, ?, ?, ?, 'A data set', '/data', 5, 10, ?, ?)")) {
            for (int i = 0; i < 2 * contents; i++) {
                int person = random.nextInt(people);
                var created = time(random.nextInt(900));
                rows.add("t" + i, pick(List.of("DONE", "DONE", "DONE", "FAILED", "RUNNING")),
                        "c" + random.nextInt(contents), "d" + person, "a" + person, created,
                        created);
            }
        }
    }

    /** Of 200 files, of which so many have changed since the version before. */
    static byte[] metainfo(int changed) throws Exception {
        Path folder = Files.createTempDirectory("generated-site");
        List<Path> made = new ArrayList<>(List.of(folder));
        for (int i = 0; i < 200; i++) {
            made.add(Files.writeString(folder.resolve("frame-" + i + ".h5"),
                    (i < changed ? "changed frame " : "frame ") + i));
        }
        byte[] metainfo = new MetainfoBuilder(folder).privateTorrent(true).build().metainfo()
                .encoded();
        Collections.reverse(made);
        for (Path each : made) {
            Files.delete(each);
        }
        return metainfo;
    }

    private OffsetDateTime time(int daysAgo) {
        return OffsetDateTime.ofInstant(now.minus(daysAgo, ChronoUnit.DAYS), ZoneOffset.UTC);
    }

    private static String capital(String word) {
        return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
    }

    private <T> T pick(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    private GeneratedRows rows(String insert) throws SQLException {
        return new GeneratedRows(connection, insert);
    }
}
