package org.gridtorrent.catalog.db;

import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import org.gridtorrent.catalog.refusal.CatalogException;

/**
 * Where the database is, and as whom to open it.
 *
 * @param url a JDBC URL of H2 or PostgreSQL
 * @param user empty for the driver's own choice
 */
public record DatabaseLogin(String url, String user, String password) {
    private static final String EMBEDDED = "jdbc:h2:";
    private static final String IN_FILE = "jdbc:h2:file:";
    private static final String IN_MEMORY = "jdbc:h2:mem:";
    private static final String POSTGRESQL = "jdbc:postgresql:";

    /** As a parameter of either kind of address, or before PostgreSQL's host. */
    private static final Pattern SECRET = Pattern
            .compile("(?i)[?&;][^=&;]*password=|^jdbc:postgresql://[^/?]*@");

    /** Throws INVALID for another kind of database, and for an address with a password in it. */
    public DatabaseLogin {
        if (SECRET.matcher(url).find()) {
            throw CatalogException.invalid("The database's address is no place for a password:"
                    + " others may read it.");
        }
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

    boolean isInMemory() {
        return url.startsWith(IN_MEMORY);
    }

    /** The address without its parameters. */
    public String place() {
        return url.split("[?;]", 2)[0];
    }

    /** The one file of an embedded database; empty for another. */
    Optional<Path> file() {
        return url.startsWith(IN_FILE)
                ? Optional.of(Path.of(place().substring(IN_FILE.length()) + ".mv.db"))
                : Optional.empty();
    }

    /** Without what may be secret. */
    @Override
    public String toString() {
        return "DatabaseLogin[" + place() + "]";
    }
}
