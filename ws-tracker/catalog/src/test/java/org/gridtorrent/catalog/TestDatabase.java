package org.gridtorrent.catalog;

import java.nio.file.Path;
import java.util.UUID;

/**
 * The kinds of database that a site may have. Of PostgreSQL, each database is a schema of its own on
 * {@link TestPostgresql the one server} of the test's process.
 */
public enum TestDatabase {
    H2 {
        @Override
        public DatabaseLogin empty() {
            return DatabaseLogin.of(Catalog.memoryUrl(UUID.randomUUID().toString()));
        }
    },
    POSTGRESQL {
        @Override
        public DatabaseLogin empty() {
            return TestPostgresql.RUNNING
                    .schema("s" + UUID.randomUUID().toString().replace("-", ""));
        }
    };

    /** A database without tables, for one test; it ends when nobody has it open. */
    public abstract DatabaseLogin empty();

    /** The same, but it stays when it is closed; an embedded one lies in the folder. */
    public DatabaseLogin lasting(Path folder) {
        return this == H2
                ? DatabaseLogin.of(Catalog.embeddedUrl(folder.resolve("catalog")))
                : empty();
    }
}
