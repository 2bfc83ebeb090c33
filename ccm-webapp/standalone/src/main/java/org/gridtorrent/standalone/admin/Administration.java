package org.gridtorrent.standalone.admin;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.account.PasswordLinks;
import org.gridtorrent.catalog.audit.AuditChannel;
import org.gridtorrent.catalog.audit.AuditContext;
import org.gridtorrent.catalog.db.DatabaseException;
import org.gridtorrent.catalog.device.Devices;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.ccm.CcmApp;
import org.gridtorrent.identity.SiteKeys;
import org.gridtorrent.standalone.home.SiteHome;
import org.gridtorrent.standalone.home.SiteSettings;
import org.gridtorrent.terminal.CommandFailure;
import org.jspecify.annotations.Nullable;

/** Carries out administrators' requests on an open site. Safe for use by many threads. */
public final class Administration {
    private final SiteHome home;
    private final SiteSettings settings;
    private final SiteKeys keys;
    private final Catalog catalog;
    private final boolean isServer;

    /** @param isServer whether this process is the site's server, rather than a command while there is none */
    public Administration(SiteHome home, SiteSettings settings, SiteKeys keys, Catalog catalog,
            boolean isServer) {
        this.home = home;
        this.settings = settings;
        this.keys = keys;
        this.catalog = catalog;
        this.isServer = isServer;
    }

    /** Throws {@link CommandFailure} with the reason when it cannot be done. */
    public AdminAnswer carryOut(AdminRequest request) throws IOException {
        List<AdminAnswer> answer = new ArrayList<>();
        new AuditContext(AuditChannel.COMMAND, "")
                .<IOException>run(() -> answer.add(answer(request)));
        return answer.getFirst();
    }

    private AdminAnswer answer(AdminRequest request) throws IOException {
        try {
            return switch (request) {
                case AdminRequest.AddUser add -> addUser(add);
                case AdminRequest.ListUsers _ -> listUsers();
                case AdminRequest.DisableUser disable -> disable(account(disable.name()));
                case AdminRequest.EnableUser enable -> enable(account(enable.name()));
                case AdminRequest.ChangePassword change ->
                    changePassword(account(change.name()), change.password());
                case AdminRequest.MakeEnrolmentCode code -> enrolmentCode(account(code.user()));
                case AdminRequest.Backup backup -> backup(Path.of(backup.file()));
                case AdminRequest.InspectBackup inspect -> inspected(inspect);
                case AdminRequest.Check _ ->
                    new SiteCheck(home, settings, keys, catalog).answer(isServer);
                case AdminRequest.Move _ -> throw CommandFailure.failed("the site in "
                        + home.folder() + " is running; end it, then move its database");
                case AdminRequest.Restore _ ->
                    throw new IllegalArgumentException("a site that is open cannot be replaced");
            };
        } catch (CatalogException e) {
            throw refused(e);
        } catch (DatabaseException e) {
            throw settings.access(home).failure(e);
        }
    }

    private static CommandFailure refused(CatalogException e) {
        String message = String.valueOf(e.getMessage());
        return e.reason() == CatalogException.Reason.INVALID
                ? CommandFailure.badInput(message)
                : CommandFailure.failed(message);
    }

    private Account account(String name) {
        return catalog.identity().accounts().findByName(name).orElseThrow(
                () -> CommandFailure.notFound("there is no account '" + name + "'"));
    }

    private AdminAnswer addUser(AdminRequest.AddUser add) {
        String password = add.password();
        if (password == null) {
            var made = catalog.identity().passwordLinks().register(add.name(), add.fullName(),
                    add.administrator() ? Account.Role.ADMIN : Account.Role.USER);
            return link(made.account(), made.token(),
                    "Account '" + made.account().name() + "' made.");
        }
        Account account = add.administrator()
                ? catalog.identity().accounts().registerAdmin(add.name(), add.fullName(), password)
                : catalog.identity().accounts().register(add.name(), add.fullName(), password);
        return AdminAnswer.of(describe(account),
                List.of("Account '" + account.name() + "' made."));
    }

    private AdminAnswer listUsers() {
        List<Account> accounts = catalog.identity().accounts().list();
        List<String> lines = new ArrayList<>();
        for (Account account : accounts) {
            lines.add("%-24s %-8s %-8s %s".formatted(account.name(),
                    account.role().name().toLowerCase(Locale.ROOT),
                    account.disabled() ? "disabled" : "active", account.fullName()));
        }
        return AdminAnswer.of(
                Map.of("users", accounts.stream().map(Administration::describe).toList()), lines);
    }

    private AdminAnswer disable(Account account) {
        catalog.identity().accounts().disable(account.id());
        return AdminAnswer.of(describe(account.name()), List.of("Account '" + account.name()
                + "' disabled: it is logged out, and its machines get nothing more."));
    }

    private AdminAnswer enable(Account account) {
        catalog.identity().accounts().enable(account.id());
        return AdminAnswer.of(describe(account.name()),
                List.of("Account '" + account.name() + "' may log in again."));
    }

    private Map<String, Object> describe(String name) {
        return describe(account(name));
    }

    private static Map<String, Object> describe(Account account) {
        return Map.of("id", account.id(), "name", account.name(), "fullName", account.fullName(),
                "role", account.role().name().toLowerCase(Locale.ROOT), "disabled",
                account.disabled(), "created", account.created().toString());
    }

    private AdminAnswer changePassword(Account account, @Nullable String password) {
        if (password == null) {
            return link(account, catalog.identity().passwordLinks().create(account.id()),
                    "The old password holds until the new one is set.");
        }
        catalog.identity().accounts().resetPassword(account.id(), password);
        return AdminAnswer.of(describe(account), List.of("Password of '" + account.name()
                + "' changed; its sessions and tokens are ended."));
    }

    private AdminAnswer link(Account account, String token, String line) {
        Duration life = PasswordLinks.LIFE;
        String link = passwordLink(token);
        return AdminAnswer.of(
                Map.of("name", account.name(), "link", link, "validSeconds", life.toSeconds()),
                List.of(line, "To set the password, once and within " + life.toHours()
                        + " hours, open", "  " + link));
    }

    private String passwordLink(String token) {
        return CcmApp.passwordLink(settings.pages(), token).toString();
    }

    private AdminAnswer enrolmentCode(Account account) {
        if (account.disabled()) {
            throw CommandFailure.failed("account '" + account.name() + "' is disabled");
        }
        String code = catalog.machines().devices()
                .createEnrolmentCode(account.id(), keys.caCertificate())
                .text();
        String command = "gridtorrent enrol " + settings.pages() + " " + code;
        return AdminAnswer.of(
                Map.of("user", account.name(), "url", settings.pages().toString(), "code", code,
                        "command", command, "validSeconds",
                        Devices.CODE_LIFE.toSeconds()),
                List.of(command));
    }

    private AdminAnswer backup(Path file) throws IOException {
        BackupFile.Written written = new BackupFile(home).write(file, catalog);
        catalog.site().settings().noteBackup("", String.valueOf(file.getFileName()));
        BackupInspection inspection = BackupInspection.of(file.toString());
        List<String> lines = new ArrayList<>(List.of(written.file() + " written, "
                + written.length() + " bytes. It holds the site's keys: keep it safe.",
                "Read back: " + inspection.describe() + "."));
        if (!settings.hasEmbeddedDatabase()) {
            lines.add("The database is not in it, but is backed up by PostgreSQL's own tool:");
            lines.add("  pg_dump --format=custom --file=site.dump " + asUser()
                    + settings.access(home).place());
        }
        Map<String, Object> facts = new LinkedHashMap<>(inspection.facts());
        facts.putAll(Map.of("file", written.file().toString(), "length", written.length(),
                "database", settings.hasEmbeddedDatabase()));
        return AdminAnswer.of(facts, lines);
    }

    /** Content of a backup, as a restore would bring it; changes nothing. */
    static AdminAnswer inspected(AdminRequest.InspectBackup inspect) throws IOException {
        BackupInspection inspection = BackupInspection.of(inspect.file());
        return AdminAnswer.of(inspection.facts(), List.of(inspection.describe() + "."));
    }

    private String asUser() {
        return settings.databaseUser() == null
                ? ""
                : "--username=" + settings.databaseUser() + " ";
    }

    /** The answer to a restore, which happens while the site is closed. */
    public static AdminAnswer restored(BackupFile.Restored restored) {
        return AdminAnswer.of(
                Map.of("site", restored.site(), "written", restored.written().toString(), "before",
                        restored.before().map(Path::toString).orElse(""), "database",
                        restored.withDatabase()),
                List.of((restored.withDatabase() ? "Site '" : "Keys and settings of site '")
                        + restored.site() + (restored.withDatabase() ? "' is" : "' are")
                        + " as at " + restored.written() + "."
                        + (restored.withDatabase()
                                ? ""
                                : " The database was not in the file: pg_restore brings it back.")
                        + restored.before()
                                .map(before -> " What was here until now lies in " + before + ".")
                                .orElse("")));
    }

    /** Makes the first account, and answers the link to its password; empty when there are accounts. */
    public Optional<String> firstAdministratorLink() {
        if (catalog.identity().accounts().count() > 0) {
            return Optional.empty();
        }
        try {
            return Optional.of(passwordLink(catalog.identity().passwordLinks()
                    .register("admin", "Administrator", Account.Role.ADMIN).token()));
        } catch (DatabaseException e) {
            throw settings.access(home).failure(e);
        }
    }
}
