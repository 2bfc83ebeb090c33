package org.gridtorrent.catalog.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.InstantSource;
import org.gridtorrent.catalog.TestDatabase;
import org.gridtorrent.catalog.account.Accounts;
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
}
