package org.gridtorrent.bench.tracker;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.db.DatabaseLogin;

/** Empty database of a kind that sites use; writes are synced as in a site's own. */
public final class SiteDatabase implements AutoCloseable {
    private static final String USER = "postgres";

    private final DatabaseLogin login;
    private final AutoCloseable server;

    private SiteDatabase(DatabaseLogin login, AutoCloseable server) {
        this.login = login;
        this.server = server;
    }

    public enum Kind {
        H2("H2") {
            @Override
            public SiteDatabase open(Path folder) {
                return new SiteDatabase(
                        DatabaseLogin.of(Catalog.embeddedUrl(folder.resolve("catalog"))), () -> {});
            }
        },
        POSTGRESQL("PostgreSQL") {
            // A server that comes as a jar from Maven's repository.
            @Override
            public SiteDatabase open(Path folder) throws IOException {
                try {
                    EmbeddedPostgres server = EmbeddedPostgres.builder()
                            .setDataDirectory(folder.resolve("postgresql"))
                            .setServerConfig("fsync", "on")
                            .setServerConfig("synchronous_commit", "on").start();
                    return new SiteDatabase(new DatabaseLogin("jdbc:postgresql://localhost:"
                            + server.getPort() + "/postgres", USER, ""), server);
                } catch (IllegalStateException e) {
                    throw new IOException("PostgreSQL's server does not start here: "
                            + e.getMessage(), e);
                }
            }
        };

        private final String title;

        Kind(String title) {
            this.title = title;
        }

        public String title() {
            return title;
        }

        /** In an empty folder. */
        public abstract SiteDatabase open(Path folder) throws IOException;
    }

    public DatabaseLogin login() {
        return login;
    }

    @Override
    public void close() throws IOException {
        try {
            server.close();
        } catch (IOException e) {
            throw e;
        } catch (Exception e) { // as AutoCloseable declares it
            throw new IOException("the database did not stop cleanly", e);
        }
    }
}
