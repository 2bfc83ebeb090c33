package org.gridtorrent.catalog.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.InstantSource;
import org.gridtorrent.catalog.TestDatabase;
import org.gridtorrent.catalog.account.Accounts;
import org.gridtorrent.catalog.db.DatabaseException.Why;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConnectionsTest {
    @TempDir
    Path folder;

    @Test
    void newDatabase_takesRowsWhenTheConnectionsOfItsFirstStartAreGone() throws Exception {
        DatabaseLogin login = TestDatabase.H2.withoutTables(folder);
        try (var database = new Database(login, InstantSource.system());
                Connection other = DriverManager.getConnection(login.url())) {
            database.reopenAfter(
                    new IllegalStateException(new SQLException("it closed itself", "90098")));
            new Accounts(database).register("member", "A member", "a long password");
            assertThat(other.createStatement().executeQuery("select name from account").next())
                    .isTrue();
        }
    }

    @Test
    void workDuringWhichTheDatabaseCloses_failsAsUnanswered() throws Exception {
        DatabaseLogin login = TestDatabase.H2.withoutTables(folder);
        try (var database = new Database(login, InstantSource.system());
                Connection other = DriverManager.getConnection(login.url())) {
            assertThatExceptionOfType(DatabaseException.class).isThrownBy(() -> database.read(
                    tx -> execute(other, "shutdown immediately")
                            && tx.createQuery("select true").mapTo(Boolean.class).one()))
                    .satisfies(failure -> assertThat(failure.why()).isEqualTo(Why.NO_ANSWER))
                    .withMessageContaining("closed itself");
        }
    }

    @Test
    void looks_areCountedWhileAChangeLasts() {
        try (var database = new Database(TestDatabase.H2.withoutTables(folder),
                InstantSource.system())) {
            assertThat(database.<Integer>read(_ -> database.lookAtChanges())).isZero();
            assertThat(database.<Integer>write(_ -> {
                database.lookAtChanges();
                return database.lookAtChanges();
            })).isEqualTo(2);
            assertThat(database.lookAtChanges()).isZero();
        }
    }

    private static boolean execute(Connection connection, String statement) {
        try {
            connection.createStatement().execute(statement);
            return true;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
