package org.gridtorrent.tracker;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.gridtorrent.catalog.DatabaseLogin;

/** Counts what is in a site's tables against what its machines were told is there. */
final class Audit implements AutoCloseable {
    private final Connection tables;
    private long kept;

    Audit(DatabaseLogin login) throws SQLException {
        this.tables = login.user().isEmpty()
                ? DriverManager.getConnection(login.url())
                : DriverManager.getConnection(login.url(), login.user(), login.password());
    }

    /** Everything acknowledged is there, and nothing twice. */
    void look(List<BusyMachine> machines) throws SQLException {
        for (BusyMachine machine : machines) {
            look(machine);
        }
    }

    private void look(BusyMachine machine) throws SQLException {
        String device = machine.identity.deviceId();
        Set<String> contents = texts("select id from content where owner_id = ?",
                machine.identity.accountId());
        assertThat(contents).containsAll(machine.versions.keySet());
        // The first one, those of answered orders, and of the others those that were carried out.
        assertThat(contents).hasSizeLessThanOrEqualTo(
                1 + machine.versions.size() + machine.unansweredOrders);
        assertThat(texts("select id from task where device_id = ?", device))
                .containsAll(machine.versions.values());
        assertThat(number("select count(*) from task where device_id = ? and kind = 'PUBLISH'",
                device)).as("one task a content").isEqualTo(contents.size());
        assertThat(texts("select id from task where device_id = ? and state = 'DONE'", device))
                .containsAll(machine.done);
        for (var registered : machine.infoHashes.entrySet()) {
            assertThat(texts("select c.info_hash from content c join task t on t.content_id = c.id"
                    + " where c.state = 'PUBLISHED' and t.id = ?", registered.getKey()))
                    .containsExactly(registered.getValue());
        }
        assertThat(number("select uploaded from announcement where device_id = ?", device))
                .isGreaterThanOrEqualTo(machine.uploaded);
        assertThat(number("select session from device where id = ?", device))
                .isGreaterThanOrEqualTo(machine.session);
        kept += 2L + machine.versions.size() + machine.infoHashes.size() + machine.done.size();
    }

    /** Acknowledged writes that were looked at. */
    long kept() {
        return kept;
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
