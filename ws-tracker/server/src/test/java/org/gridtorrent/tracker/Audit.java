package org.gridtorrent.tracker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gridtorrent.catalog.db.DatabaseLogin;
import org.gridtorrent.tracker.BusySite.Identity;

/** Counts what is in a site's tables against what its machines were told is there. */
final class Audit implements AutoCloseable {
    private final Connection tables;
    private long kept;
    private int unanswered;

    Audit(DatabaseLogin login) throws SQLException {
        this.tables = login.user().isEmpty()
                ? DriverManager.getConnection(login.url())
                : DriverManager.getConnection(login.url(), login.user(), login.password());
    }

    /** Everything acknowledged is there, and nothing twice. */
    void look(List<Identity> machines, Path ledgers) throws IOException, SQLException {
        look(machines, ledgers, Map.of());
    }

    /**
     * The same of accounts that published more than their machine's own data set before the load.
     *
     * @param before how many more, by account
     */
    void look(List<Identity> machines, Path ledgers, Map<String, Integer> before)
            throws IOException, SQLException {
        for (Identity machine : machines) {
            try (Ledger ledger = Ledger.open(ledgers.resolve(machine.deviceId()))) {
                look(machine, ledger, 1 + before.getOrDefault(machine.accountId(), 0));
            }
        }
    }

    private void look(Identity machine, Ledger ledger, int before) throws SQLException {
        String device = machine.deviceId();
        Set<String> contents = texts("select id from content where owner_id = ?",
                machine.accountId());
        assertThat(contents).containsAll(ledger.versions.keySet());
        // Those from before, those of answered orders, and of the others those that were carried out.
        assertThat(contents).hasSizeLessThanOrEqualTo(
                before + ledger.versions.size() + ledger.unansweredOrders());
        assertThat(texts("select id from task where device_id = ?", device))
                .containsAll(ledger.versions.values());
        assertThat(number("select count(*) from task where device_id = ? and kind = 'PUBLISH'",
                device)).as("one task a content").isEqualTo(contents.size());
        assertThat(texts("select id from task where device_id = ? and state = 'DONE'", device))
                .containsAll(ledger.done);
        for (var registered : ledger.infoHashes.entrySet()) {
            assertThat(texts("select c.info_hash from content c join task t on t.content_id = c.id"
                    + " where c.state = 'PUBLISHED' and t.id = ?", registered.getKey()))
                    .containsExactly(registered.getValue());
        }
        assertThat(number("select uploaded from announcement where device_id = ?", device))
                .isGreaterThanOrEqualTo(ledger.uploaded);
        assertThat(number("select session from device where id = ?", device))
                .isGreaterThanOrEqualTo(ledger.session);
        kept += 2L + ledger.versions.size() + ledger.infoHashes.size() + ledger.done.size();
        unanswered += ledger.unanswered;
    }

    /** Acknowledged writes that were looked at. */
    long kept() {
        return kept;
    }

    /** Requests that nobody answered. */
    int unanswered() {
        return unanswered;
    }

    Set<String> texts(String sql, String key) throws SQLException {
        Set<String> found = new HashSet<>();
        try (var query = tables.prepareStatement(sql)) {
            query.setString(1, key);
            try (var rows = query.executeQuery()) {
                while (rows.next()) {
                    found.add(rows.getString(1));
                }
            }
        }
        return found;
    }

    private long number(String sql, String key) throws SQLException {
        try (var query = tables.prepareStatement(sql)) {
            query.setString(1, key);
            try (var rows = query.executeQuery()) {
                return rows.next() ? rows.getLong(1) : 0;
            }
        }
    }

    @Override
    public void close() throws SQLException {
        tables.close();
    }
}
