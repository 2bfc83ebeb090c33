package org.gridtorrent.standalone.home;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JacksonException;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.gridtorrent.catalog.db.DatabaseLogin;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.ExitStatus;
import org.gridtorrent.terminal.Json;
import org.jspecify.annotations.Nullable;

/**
 * What the last {@code run} was told, kept in the home so that other commands need not be told again.
 *
 * @param site the site's label, which its certificates carry
 * @param database JDBC URL; null for the embedded one in the home, which earlier programs named by
 *     the path that the home had then
 * @param databaseUser null for the driver's own choice
 * @param databasePasswordFile where the password lies; null for none
 * @param pages where people reach the pages
 * @param tracker where devices reach the tracker
 * @param announce where stock BitTorrent clients announce, by HTTP and at the same port by UDP; null
 *     where the site is not open to them
 * @param listen addresses at which it listened, as HOST:PORT; port 0 was any free one. Earlier programs kept none
 */
public record SiteSettings(String site, @Nullable String database,
        @Nullable String databaseUser, @Nullable String databasePasswordFile, URI pages,
        URI tracker, @Nullable URI announce,
        @JsonSetter(nulls = Nulls.AS_EMPTY) List<String> listen) {

    public SiteSettings {
        listen = List.copyOf(listen);
    }

    public SiteSettings(String site, DatabaseAccess database, URI pages, URI tracker,
            @Nullable URI announce, List<String> listen) {
        this(site, database.isEmbedded() ? null : database.url(), database.user(),
                database.passwordFile(), pages, tracker, announce, listen);
    }

    /** How to open the database of the site in this home. */
    public DatabaseAccess access(SiteHome home) {
        return database == null || hasEmbeddedDatabase()
                ? DatabaseAccess.embedded(home)
                : new DatabaseAccess(database, databaseUser, databasePasswordFile);
    }

    public boolean hasEmbeddedDatabase() {
        return database == null || DatabaseLogin.of(database).isEmbedded();
    }

    /** The same site with another database. */
    public SiteSettings with(DatabaseAccess access) {
        return new SiteSettings(site, access, pages, tracker, announce, listen);
    }

    /** Throws a failure that says so when no site was ever made in this home. */
    public static SiteSettings read(SiteHome home) throws IOException {
        try {
            return Json.MAPPER.readValue(Files.readAllBytes(home.settings()), SiteSettings.class);
        } catch (NoSuchFileException e) {
            throw new CommandFailure(ExitStatus.NOT_FOUND, "there is no site in " + home.folder()
                    + "; gridtorrent-server run makes one, --home names another", e);
        } catch (AccessDeniedException e) {
            throw new CommandFailure(ExitStatus.NOT_ALLOWED, home.folder() + " is closed to this"
                    + " user; run the command as the user that runs the site, or name another"
                    + " folder with --home", e);
        } catch (JacksonException e) {
            throw new CommandFailure(ExitStatus.BAD_INPUT,
                    home.settings() + " is damaged; move it away and start the"
                            + " server once with run, which writes it again",
                    e);
        }
    }

    /** Whole or not at all, and there after a loss of power. */
    public void write(SiteHome home) throws IOException {
        byte[] json = Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(this);
        Path beside = home.settings().resolveSibling("site.json.new");
        Files.deleteIfExists(beside);
        OwnerOnly.createFile(beside);
        try (FileChannel channel = FileChannel.open(beside, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(json));
            channel.force(true);
        }
        Files.move(beside, home.settings(), StandardCopyOption.ATOMIC_MOVE);
        Syncing.folder(home.folder());
    }
}
