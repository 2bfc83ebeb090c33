package org.gridtorrent.catalog.db;

import java.io.EOFException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import org.flywaydb.core.api.MigrationInfo;
import org.jdbi.v3.core.ConnectionException;
import org.jspecify.annotations.Nullable;

/**
 * The database cannot be opened or moved, or does not answer any more. The message is a sentence for
 * whoever looks after the site, with neither the password nor the whole address in it.
 */
public final class DatabaseException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * What stands between the site and its database. LOST: it had one, and there is none, or an empty
     * one. NEWER: a later program has upgraded the tables. DAMAGED: its file cannot be read. UNCERTAIN: it
     * failed while it committed a change. FULL: its disk has no room for changes.
     */
    public enum Why {
        NO_ANSWER, NOT_ALLOWED, NOT_FOUND, LOST, NEWER, DAMAGED, UNCERTAIN, FULL, FAILED
    }

    /** H2's word for a file whose content is damaged. */
    private static final String FILE_CORRUPTED = "90030";
    /** H2's word for a file that it cannot read, such as one that ends too early. */
    private static final String IO_FAILED = "90028";

    private final Why why;

    private DatabaseException(Why why, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.why = why;
    }

    /** A failure to open the database or to make its tables, by the database's own word for it. */
    static DatabaseException of(RuntimeException failure, DatabaseLogin login) {
        if (failure instanceof DatabaseException said) {
            return said;
        }
        Throwable cause = Database.sqlFailure(failure).<Throwable>map(sql -> sql).orElse(failure);
        Why why = cause instanceof SQLException sql ? why(sql) : Why.FAILED;
        if (why == Why.DAMAGED) {
            return new DatabaseException(why, "the database file "
                    + login.file().map(Path::toString).orElse("") + " is damaged", failure);
        }
        String words = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
        return new DatabaseException(why, sentence(why) + ": " + words, failure);
    }

    /**
     * The failure, or one that says so where the server did not answer or gave no connection, or where the
     * embedded database had closed itself.
     */
    static RuntimeException whenAway(RuntimeException failure) {
        if (Database.isClosedByItself(failure)) {
            return new DatabaseException(Why.NO_ANSWER, "the database closed itself because a write"
                    + " failed; it opens again by itself", failure);
        }
        boolean away = failure instanceof ConnectionException || Database.sqlFailure(failure)
                .filter(sql -> why(sql) == Why.NO_ANSWER).isPresent();
        return away
                ? new DatabaseException(Why.NO_ANSWER, sentence(Why.NO_ANSWER), failure)
                : failure;
    }

    /** A failure after which a change may be stored or not. */
    static DatabaseException uncertain(RuntimeException failure) {
        return new DatabaseException(Why.UNCERTAIN, sentence(Why.UNCERTAIN), failure);
    }

    /** @param sentence that says so, without a full stop */
    static DatabaseException full(String sentence) {
        return new DatabaseException(Why.FULL, sentence + "; the change was refused", null);
    }

    static DatabaseException lost(DatabaseLogin login) {
        return new DatabaseException(Why.LOST,
                "the site's database " + login.place() + " is missing or empty", null);
    }

    /** @param all the migrations that were made and those that this program knows */
    static DatabaseException newer(MigrationInfo found, MigrationInfo[] all) {
        MigrationInfo known = Arrays.stream(all).filter(each -> each.getState().isResolved())
                .reduce((_, later) -> later).orElseThrow();
        return new DatabaseException(Why.NEWER, "a later program has upgraded the database to"
                + " version " + found.getVersion() + ", and this one knows version "
                + known.getVersion() + "; start the later program, or restore a backup from before"
                + " the upgrade", null);
    }

    /** A failure in the middle of a move, which left nothing behind. */
    static DatabaseException notMoved(SQLException failure) {
        String words = String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
        return new DatabaseException(Why.FAILED, "the database was not moved: " + words, failure);
    }

    /** By the states of SQL's standard and PostgreSQL's own. */
    private static Why why(SQLException failure) {
        String state = String.valueOf(failure.getSQLState());
        return switch (state) {
            // The driver's word for a login without the password that the server asks for.
            case "08004", "42501" -> Why.NOT_ALLOWED;
            case "3D000", "3F000" -> Why.NOT_FOUND;
            case "53300", "57P01", "57P02", "57P03" -> Why.NO_ANSWER;
            case FILE_CORRUPTED -> Why.DAMAGED;
            case IO_FAILED -> isCutOff(failure) ? Why.DAMAGED : Why.FAILED;
            default -> state.startsWith("28")
                    ? Why.NOT_ALLOWED
                    : state.startsWith("08") ? Why.NO_ANSWER : Why.FAILED;
        };
    }

    private static boolean isCutOff(Throwable failure) {
        Throwable cause = failure.getCause();
        return failure instanceof EOFException || (cause != null && isCutOff(cause));
    }

    private static String sentence(Why why) {
        return switch (why) {
            case NO_ANSWER -> "the database's server does not answer";
            case NOT_ALLOWED -> "the database's server does not allow it";
            case NOT_FOUND -> "the database is missing and has to be made first";
            case UNCERTAIN -> "the database failed in a commit: the change may be stored or not";
            default -> "the database cannot be opened";
        };
    }

    public Why why() {
        return why;
    }
}
