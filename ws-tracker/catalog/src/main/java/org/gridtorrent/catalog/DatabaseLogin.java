package org.gridtorrent.catalog;

/**
 * Where the database is, and as whom to open it.
 *
 * @param url a JDBC URL of H2 or PostgreSQL
 * @param user empty for the driver's own choice
 */
public record DatabaseLogin(String url, String user, String password) {
    private static final String EMBEDDED = "jdbc:h2:";
    private static final String POSTGRESQL = "jdbc:postgresql:";

    /** Throws INVALID for another kind of database. */
    public DatabaseLogin {
        if (!url.startsWith(EMBEDDED) && !url.startsWith(POSTGRESQL)) {
            throw CatalogException.invalid("The database's address has to begin with " + POSTGRESQL
                    + " (or, for the embedded one, " + EMBEDDED + ").");
        }
    }

    public static DatabaseLogin of(String url) {
        return new DatabaseLogin(url, "", "");
    }

    public boolean isEmbedded() {
        return url.startsWith(EMBEDDED);
    }

    /** Without what may be secret. */
    @Override
    public String toString() {
        return "DatabaseLogin[" + url.split("[?;]", 2)[0] + "]";
    }
}
