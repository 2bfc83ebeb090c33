package org.gridtorrent.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import org.gridtorrent.catalog.db.DatabaseLogin;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A failure of the database goes into the log and onto the screen, with all its causes. */
class FailureWordsTest {
    @ParameterizedTest
    @EnumSource
    void failedInsert_tellsNothingOfWhatWasBound(TestDatabase kind) throws Exception {
        DatabaseLogin login = kind.empty();
        try (Catalog catalog = Catalog.open(login);
                Connection database = DriverManager.getConnection(login.url(), login.user(),
                        login.password())) {
            database.createStatement().execute(
                    "alter table account add constraint nobody_new check (role = 'NOBODY')");
            Throwable failure = catchThrowable(
                    () -> catalog.identity().accounts().register("newcomer",
                            "Somebody new", "a long password"));
            var words = new StringWriter();
            failure.printStackTrace(new PrintWriter(words, true));
            assertThat(words.toString()).containsIgnoringCase("nobody_new")
                    .doesNotContain("argon2", "Somebody new");
        }
    }
}
