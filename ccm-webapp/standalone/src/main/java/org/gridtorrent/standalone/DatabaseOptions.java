package org.gridtorrent.standalone;

import java.nio.file.Path;
import java.util.Optional;
import org.gridtorrent.standalone.home.DatabaseAccess;
import org.gridtorrent.terminal.CommandFailure;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where {@code run} is told of another database than the embedded one. */
final class DatabaseOptions {
    @Option(names = "--database", paramLabel = "JDBC-URL", description = "Database to use instead of the embedded one, such as jdbc:postgresql://HOST/NAME. "
            + "Later starts and other commands remember it.")
    private @Nullable String url;

    @Option(names = "--database-user", paramLabel = "USER", description = "User name for the database.")
    private @Nullable String user;

    @Option(names = "--database-password-file", paramLabel = "FILE", description = "File whose first line is the password of the database user.")
    private @Nullable Path passwordFile;

    /** Empty when nothing was told. */
    Optional<DatabaseAccess> access() {
        if (url != null) {
            DatabaseAccess access = new DatabaseAccess(url, user, passwordFile == null
                    ? null
                    : passwordFile.toAbsolutePath().normalize().toString());
            if (access.isEmbedded()) {
                throw CommandFailure.wrongUsage("--database has to name one on PostgreSQL; the"
                        + " embedded one is always in the home");
            }
            return Optional.of(access);
        }
        if (user != null || passwordFile != null) {
            throw CommandFailure.wrongUsage("--database-user and --database-password-file go with"
                    + " --database");
        }
        return Optional.empty();
    }
}
