package org.gridtorrent.catalog;

import java.nio.file.Path;
import org.gridtorrent.catalog.db.DatabaseLogin;

/** The kinds of database that a site may have, each with today's tables made once per test JVM. */
public enum TestDatabase {
    H2 {
        @Override
        public DatabaseLogin empty() {
            return H2Template.copy();
        }

        @Override
        public DatabaseLogin lasting(Path folder) {
            return DatabaseLogin.of(Catalog.embeddedUrl(folder.resolve("catalog")));
        }

        @Override
        public DatabaseLogin withoutTables(Path folder) {
            return lasting(folder);
        }
    },
    POSTGRESQL {
        @Override
        public DatabaseLogin empty() {
            return TestPostgresql.copies().lend();
        }

        @Override
        public DatabaseLogin lasting(Path folder) {
            return TestPostgresql.synced().newSchema();
        }

        @Override
        public DatabaseLogin withoutTables(Path folder) {
            return TestPostgresql.unsynced().newSchema();
        }
    };

    /** A database with today's tables and no rows, for one test. One of H2 ends when nobody has it open. */
    public abstract DatabaseLogin empty();

    /**
     * A database without tables that outlives the processes that write to it, as a site's own does; an
     * embedded one is a file in the folder.
     */
    public abstract DatabaseLogin lasting(Path folder);

    /** A database without tables that stays when it is closed, for tests of the tables themselves. */
    public abstract DatabaseLogin withoutTables(Path folder);
}
