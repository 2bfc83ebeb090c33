package org.gridtorrent.catalog;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.catalog.audit.Kind;
import org.gridtorrent.catalog.refusal.Refused;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.generic.GenericType;

/** What administrators set for the whole site. Read anew whenever it is asked for, so all nodes follow. */
public final class Settings {
    public static final int LONGEST_NAME = 60;
    private static final String NAME = "site-name";
    private static final String REGISTRATION = "registration";
    private static final String AUDIT_DAYS = "audit-days";
    private static final String LAST_BACKUP = "last-backup";
    private static final int LONGEST_DAYS = 3650;

    private final Database database;

    Settings(Database database) {
        this.database = database;
    }

    /**
     * The settings.
     *
     * @param name what people call the site; empty for what the program was started with
     * @param registration whether people may make accounts by themselves
     * @param auditDays how long the audit log keeps an entry
     */
    public record Site(String name, boolean registration, int auditDays) {
        static final Site USUAL = new Site("", true, 365);
    }

    public Site site() {
        return database.read(Settings::site);
    }

    private static Site site(Handle handle) {
        Map<String, String> known = handle.createQuery("select name, setting from site_setting")
                .setMapKeyColumn("name").setMapValueColumn("setting")
                .collectInto(new GenericType<>() {
                });
        return new Site(known.getOrDefault(NAME, Site.USUAL.name()),
                Boolean.parseBoolean(known.getOrDefault(REGISTRATION,
                        String.valueOf(Site.USUAL.registration()))),
                Integer.parseInt(known.getOrDefault(AUDIT_DAYS,
                        String.valueOf(Site.USUAL.auditDays()))));
    }

    /** False when the actor is no administrator any more; INVALID for an impossible setting. */
    public boolean change(String actorId, Site wanted) {
        if (wanted.auditDays() < 1 || wanted.auditDays() > LONGEST_DAYS) {
            throw CatalogException.invalid(Refused.AUDIT_DAYS, LONGEST_DAYS);
        }
        if (wanted.name().length() > LONGEST_NAME
                || wanted.name().chars().anyMatch(Character::isISOControl)) {
            throw CatalogException.invalid(Refused.SITE_NAME, LONGEST_NAME);
        }
        return database.change(handle -> {
            if (!Administrators.isOne(handle, actorId)) {
                return false;
            }
            put(handle, NAME, wanted.name());
            put(handle, REGISTRATION, String.valueOf(wanted.registration()));
            put(handle, AUDIT_DAYS, String.valueOf(wanted.auditDays()));
            Audit.note(handle, database, Kind.SETTINGS_CHANGED, actorId,
                    (wanted.name().isEmpty() ? "" : NAME + " " + wanted.name() + ", ")
                            + REGISTRATION + " " + (wanted.registration() ? "open" : "closed")
                            + ", "
                            + AUDIT_DAYS + " " + wanted.auditDays());
            return true;
        });
    }

    /** A backup was made just now. */
    public void noteBackup() {
        database.changeOnly(handle -> put(handle, LAST_BACKUP, database.now().toString()));
    }

    /** When the last backup was made that this site's own program made. */
    public Optional<Instant> lastBackup() {
        return database.read(handle -> handle
                .createQuery("select setting from site_setting where name = :name")
                .bind("name", LAST_BACKUP).mapTo(String.class).findOne().map(Instant::parse));
    }

    private static void put(Handle handle, String name, String value) {
        handle.createUpdate("insert into site_setting (name, setting) values (:name, '')"
                + " on conflict do nothing").bind("name", name).execute();
        handle.createUpdate("update site_setting set setting = :value where name = :name")
                .bind("value", value).bind("name", name).execute();
    }
}
