package org.gridtorrent.standalone.home;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;
import org.gridtorrent.identity.IdentityException;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.ExitStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one folder that holds a site: its keys, its database, the running server's socket and lock. */
public record SiteHome(Path folder) {
    private static final Logger LOG = LoggerFactory.getLogger(SiteHome.class);
    /** What Linux allows in a socket's address, the end mark left out. */
    private static final int MAX_SOCKET_NAME_LENGTH = 107;

    /** The same folder, made if it is not there, for its owner's eyes only. */
    public SiteHome create() throws IOException {
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(folder);
            Files.setPosixFilePermissions(folder, OwnerOnly.FOLDER);
        }
        return this;
    }

    /** Takes what rights others have to the folder, and says so if they had any. */
    public void closeToOthers() {
        try {
            Set<PosixFilePermission> rights = Files.getPosixFilePermissions(folder);
            if (rights.retainAll(OwnerOnly.FOLDER)) {
                Files.setPosixFilePermissions(folder, rights);
                LOG.warn("{} was open to other users of this machine and is closed to them now",
                        folder);
            }
        } catch (IOException e) {
            LOG.warn("{} is open to other users of this machine and cannot be closed to them: {}",
                    folder, e.getMessage());
        }
    }

    /** Whether a site was ever made here. */
    public boolean isSite() {
        return Files.exists(settings());
    }

    public Path keys() {
        return folder.resolve("keys");
    }

    /** The failure in words; others in their place would shut all machines out. */
    public CommandFailure damagedKeys(IdentityException e) {
        return new CommandFailure(ExitStatus.BAD_INPUT, "the site's keys in " + keys()
                + " cannot be used: " + e.getMessage()
                + "; gridtorrent-server restore FILE brings"
                + " them back from a backup", e);
    }

    /** The embedded database, without the endings that H2 adds. */
    public Path database() {
        return folder.resolve("database");
    }

    /** The embedded database's one file. */
    public Path databaseFile() {
        return folder.resolve("database.mv.db");
    }

    /** Sees to it that nobody else reads the embedded database, even in a folder that is open to all. */
    public void closeDatabase() throws IOException {
        Path file = databaseFile();
        if (Files.exists(file)) {
            Files.setPosixFilePermissions(file, OwnerOnly.FILE);
        } else {
            // Empty, it is as good as none for the database.
            OwnerOnly.createFile(file);
        }
    }

    public Path settings() {
        return folder.resolve("site.json");
    }

    /** What a reader of measurements shows. */
    public Path metricsToken() {
        return folder.resolve("metrics-token");
    }

    /** What the pages fetched of data sets a moment ago; made anew at each start. */
    public Path fetched() {
        return folder.resolve("fetched");
    }

    public Path lock() {
        return folder.resolve("server.lock");
    }

    /** Where the running server takes administrators' requests. */
    public UnixDomainSocketAddress socket() {
        Path socket = folder.resolve("server.sock");
        int length = socket.toString().getBytes(StandardCharsets.UTF_8).length;
        if (length > MAX_SOCKET_NAME_LENGTH) {
            throw CommandFailure.badInput("the path of " + socket + " is too long for a socket ("
                    + length + " bytes, at most " + MAX_SOCKET_NAME_LENGTH
                    + "); choose a shorter --home");
        }
        return UnixDomainSocketAddress.of(socket);
    }
}
