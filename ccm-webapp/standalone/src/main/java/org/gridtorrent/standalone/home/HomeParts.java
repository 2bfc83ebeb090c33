package org.gridtorrent.standalone.home;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gridtorrent.identity.IdentityException;
import org.gridtorrent.identity.SiteKeys;
import org.gridtorrent.terminal.CommandFailure;

/**
 * Parts of a site that a home has. A first start makes database, keys and settings in this order, so one that was cut off
 * leaves the first of them.
 *
 * <pre>
 * home has             run               other commands
 * nothing              makes a site      say that there is none
 * database             goes on           say that run makes the others
 * database and keys    goes on           say that run makes the others
 * all                  starts            work
 * anything else        refuses           say that restore brings the others back
 * </pre>
 *
 * @param database true for one on a server, which is not in the home
 */
public record HomeParts(SiteHome home, boolean settings, boolean keys, boolean database) {

    /** The parts that are in the home, where an embedded database belongs too. */
    public static HomeParts of(SiteHome home, boolean embedded) {
        return new HomeParts(home, home.isSite(), Files.exists(home.keys()),
                !embedded || home.databaseFile().toFile().length() > 0);
    }

    /** The parts of the site that the home's settings describe. */
    public static HomeParts of(SiteHome home) throws IOException {
        return of(home, !home.isSite() || SiteSettings.read(home).hasEmbeddedDatabase());
    }

    public boolean isEmpty() {
        return missing().size() == 3;
    }

    /** Fails for a site that lost something: others in its place would be another site's. */
    public void requireStartable() {
        if (!isStartable()) {
            throw incomplete("gridtorrent-server restore FILE brings back what is missing from a"
                    + " backup");
        }
        if (settings) {
            requireAllKeys();
        }
    }

    /** Fails unless every part is there. */
    public void requireComplete() {
        requireStartable();
        if (!missing().isEmpty()) {
            throw incomplete("gridtorrent-server run makes what is missing");
        }
    }

    /** Fails when one of the key files is missing. */
    public void requireAllKeys() {
        try {
            SiteKeys.requireAll(home.keys());
        } catch (IdentityException e) {
            throw home.damagedKeys(e);
        }
    }

    private boolean isStartable() {
        return keys ? database : !settings;
    }

    private CommandFailure incomplete(String remedy) {
        return CommandFailure.notFound(missing().stream().collect(Collectors.joining(" and no ",
                "the site in " + home.folder() + " has no ", "; " + remedy)));
    }

    private List<String> missing() {
        return Stream.of(settings ? "" : "settings (" + home.settings().getFileName() + ")",
                keys ? "" : "keys",
                database ? "" : "database (" + home.databaseFile().getFileName() + ")")
                .filter(part -> !part.isEmpty()).toList();
    }
}
