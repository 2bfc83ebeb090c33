package org.gridtorrent.catalog.account;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.catalog.audit.Audit;
import org.gridtorrent.catalog.audit.AuditKind;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.refusal.Refused;
import org.jdbi.v3.core.generic.GenericType;

/** What administrators set for the whole site. Read anew whenever it is asked for, so all nodes follow. */
public final class Settings {
    public static final int LONGEST_NAME = 60;
    private static final String NAME = "site-name";
    private static final String REGISTRATION = "registration";
    private static final String AUDIT_DAYS = "audit-days";
    private static final String LAST_BACKUP = "last-backup";
    private static final String INVITATION_DAYS = "invitation-days";
    private static final int LONGEST_DAYS = 3650;
    private static final int LONGEST_INVITATION = 90;

    private final Database database;

    public Settings(Database database) {
        this.database = database;
    }

    /**
     * The settings.
     *
     * @param name what people call the site; empty for what the program was started with
     * @param auditDays how long the audit log keeps an entry
     * @param invitationDays how long an invitation by mail is good
     */
    public record Site(String name, Registration registration, int auditDays,
            int invitationDays) {
        static final Site USUAL = new Site("", Registration.OPEN, 365, 14);

        public Duration invitationLife() {
            return Duration.ofDays(invitationDays);
        }
    }

    /** Who may make an account: anybody, only who was invited, or nobody. */
    public enum Registration {
        OPEN, INVITED, CLOSED
    }

    public Site site() {
        return database.read(Settings::site);
    }

    public static Site site(Transaction tx) {
        Map<String, String> known = tx.createQuery("select name, setting from site_setting")
                .setMapKeyColumn("name").setMapValueColumn("setting")
                .collectInto(new GenericType<>() {
                });
        return new Site(known.getOrDefault(NAME, Site.USUAL.name()),
                Registration.valueOf(known.getOrDefault(REGISTRATION,
                        Site.USUAL.registration().name())),
                number(known, AUDIT_DAYS, Site.USUAL.auditDays()),
                number(known, INVITATION_DAYS, Site.USUAL.invitationDays()));
    }

    private static int number(Map<String, String> known, String name, int usual) {
        return Integer.parseInt(known.getOrDefault(name, String.valueOf(usual)));
    }

    /** False when the actor is no administrator any more; INVALID for an impossible setting. */
    public boolean change(String actorId, Site wanted) {
        if (wanted.auditDays() < 1 || wanted.auditDays() > LONGEST_DAYS) {
            throw CatalogException.invalid(Refused.AUDIT_DAYS, LONGEST_DAYS);
        }
        if (wanted.invitationDays() < 1 || wanted.invitationDays() > LONGEST_INVITATION) {
            throw CatalogException.invalid(Refused.INVITATION_DAYS, LONGEST_INVITATION);
        }
        if (wanted.name().length() > LONGEST_NAME
                || wanted.name().chars().anyMatch(Character::isISOControl)) {
            throw CatalogException.invalid(Refused.SITE_NAME, LONGEST_NAME);
        }
        return database.change(tx -> {
            if (!Administrators.isOne(tx, actorId)) {
                return false;
            }
            put(tx, NAME, wanted.name());
            put(tx, REGISTRATION, wanted.registration().name());
            put(tx, AUDIT_DAYS, String.valueOf(wanted.auditDays()));
            put(tx, INVITATION_DAYS, String.valueOf(wanted.invitationDays()));
            Audit.note(tx, AuditKind.SETTINGS_CHANGED, actorId,
                    (wanted.name().isEmpty() ? "" : NAME + " " + wanted.name() + ", ")
                            + REGISTRATION + " "
                            + wanted.registration().name().toLowerCase(Locale.ROOT) + ", "
                            + AUDIT_DAYS + " " + wanted.auditDays() + ", " + INVITATION_DAYS + " "
                            + wanted.invitationDays());
            return true;
        });
    }

    /**
     * A backup was made just now.
     *
     * @param actorId by whom; empty for a command at the site
     */
    public void noteBackup(String actorId, String name) {
        database.noteIfRoom(tx -> {
            put(tx, LAST_BACKUP, database.now().toString());
            Audit.note(tx, AuditKind.BACKUP_MADE, actorId, name);
        });
    }

    /** Somebody deleted a backup. */
    public void noteBackupDeleted(String actorId, String name) {
        database.noteIfRoom(tx -> Audit.note(tx, AuditKind.BACKUP_DELETED, actorId,
                name));
    }

    /** When the last backup was made that this site's own program made. */
    public Optional<Instant> lastBackup() {
        return database.read(tx -> tx
                .createQuery("select setting from site_setting where name = :name")
                .bind("name", LAST_BACKUP).mapTo(String.class).findOne().map(Instant::parse));
    }

    /** Those who do what has this name do it one after the other: each until its transaction's end. */
    public static void takeTurn(Transaction tx, String name) {
        put(tx, name, "");
    }

    static void put(Transaction tx, String name, String value) {
        tx.createUpdate("insert into site_setting (name, setting) values (:name, '')"
                + " on conflict do nothing").bind("name", name).execute();
        tx.createUpdate("update site_setting set setting = :value where name = :name")
                .bind("value", value).bind("name", name).execute();
    }
}
