package org.gridtorrent.standalone.home;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.Supplier;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.db.DatabaseException;
import org.gridtorrent.catalog.db.DatabaseLogin;
import org.gridtorrent.catalog.db.DatabaseMove;
import org.gridtorrent.catalog.device.CopyWaits;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.ExitStatus;
import org.jspecify.annotations.Nullable;

/**
 * Where a site's database is and as whom to open it.
 *
 * @param url JDBC URL, without a password
 * @param user null for the driver's own choice
 * @param passwordFile whose first line is the password; absolute; null for none
 */
public record DatabaseAccess(String url, @Nullable String user, @Nullable String passwordFile) {

    /** Refuses an address that is none, or has a password in it. */
    public DatabaseAccess {
        try {
            var _ = DatabaseLogin.of(url);
        } catch (CatalogException e) {
            throw CommandFailure.wrongUsage("--database: " + e.getMessage());
        }
    }

    /** The one that lies in the home. */
    public static DatabaseAccess embedded(SiteHome home) {
        return new DatabaseAccess(Catalog.embeddedUrl(home.database()), null, null);
    }

    public boolean isEmbedded() {
        return DatabaseLogin.of(url).isEmbedded();
    }

    /** The address without parameters, as PostgreSQL's own tools know it. */
    public String place() {
        return DatabaseLogin.of(url).place().substring("jdbc:".length());
    }

    /** Opens that of a new site; fails with a line that says what stands in the way. */
    public Catalog open(CopyWaits waits) throws IOException {
        DatabaseLogin login = login();
        return orFail(() -> Catalog.open(login, InstantSource.system(), waits));
    }

    /** Opens that of a site that has keys: an empty one in its place would be another site's. */
    public Catalog openExisting(CopyWaits waits) throws IOException {
        DatabaseLogin login = login();
        return orFail(() -> Catalog.openExisting(login, InstantSource.system(), waits));
    }

    /** Carries all of it over to another one, which is empty; how many rows of each table. */
    public Map<String, Long> moveTo(DatabaseAccess other) throws IOException {
        DatabaseLogin from = login();
        DatabaseLogin to = other.login();
        return orFail(() -> DatabaseMove.move(from, to));
    }

    private <T> T orFail(Supplier<T> work) {
        try {
            return work.get();
        } catch (DatabaseException e) {
            throw failure(e);
        } catch (CatalogException e) {
            throw CommandFailure.failed(e.getMessage());
        }
    }

    /** The failure with what to do. */
    public CommandFailure failure(DatabaseException e) {
        String hint = switch (e.why()) {
            case LOST, DAMAGED -> "; " + restoring();
            case FULL -> "; make room and try again";
            case UNCERTAIN -> "; look, for example with gridtorrent-server user list, before you"
                    + " try again, and free space if the disk is full";
            default -> "";
        };
        // With a full disk as its cause it would be told as one after which to try again.
        @Nullable
        DatabaseException cause = e.why() == DatabaseException.Why.UNCERTAIN ? null : e;
        return new CommandFailure(status(e.why()), e.getMessage() + hint, cause);
    }

    private String restoring() {
        return isEmbedded()
                ? "gridtorrent-server restore FILE brings the site back from a backup"
                : "pg_restore brings the database back from a dump";
    }

    private DatabaseLogin login() throws IOException {
        return new DatabaseLogin(url, user == null ? "" : user, password());
    }

    private static int status(DatabaseException.Why why) {
        return switch (why) {
            case NO_ANSWER -> ExitStatus.NO_ANSWER;
            case NOT_ALLOWED -> ExitStatus.NOT_ALLOWED;
            case NOT_FOUND, LOST -> ExitStatus.NOT_FOUND;
            case DAMAGED -> ExitStatus.BAD_INPUT;
            case NEWER, UNCERTAIN, FULL, FAILED -> ExitStatus.FAILED;
        };
    }

    private String password() throws IOException {
        if (passwordFile == null) {
            return "";
        }
        try {
            String first = Files.readString(Path.of(passwordFile)).lines().findFirst().orElse("");
            if (!first.isEmpty()) {
                return first;
            }
        } catch (CharacterCodingException e) {
            // said below
        }
        throw CommandFailure.badInput(passwordFile + " has no password in its first line");
    }
}
