package org.gridtorrent.ccm.admin;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.catalog.account.Quota;
import org.gridtorrent.catalog.account.Quotas;
import org.gridtorrent.catalog.account.Settings;
import org.gridtorrent.catalog.account.Settings.Registration;
import org.gridtorrent.catalog.account.Settings.Site;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.ccm.command.QuotaCommands;
import org.gridtorrent.ccm.http.Exchange;
import org.gridtorrent.ccm.http.LocalPath;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.http.Reply;
import org.gridtorrent.ccm.ui.Form;
import org.gridtorrent.ccm.ui.Messages;

/** What administrators set for the whole site, beside what the start of the program fixed. */
public final class SettingPages {

    private final Settings settings;
    private final Quotas quotas;
    private final QuotaCommands commands;
    private final Map<String, String> fixed;
    private final Messages messages;

    /** @param fixed what the start of the program said, by the key of its name */
    public SettingPages(Settings settings, Quotas quotas, QuotaCommands commands,
            Map<String, String> fixed, Messages messages) {
        this.settings = settings;
        this.quotas = quotas;
        this.commands = commands;
        this.fixed = fixed;
        this.messages = messages;
    }

    public Reply form(Exchange exchange) {
        return page(200, known(), knownQuota());
    }

    private Form known() {
        Site site = settings.site();
        return Form.filled(Map.of("siteName", site.name(),
                "registration", site.registration().name().toLowerCase(Locale.ROOT),
                "auditDays", String.valueOf(site.auditDays()),
                "invitationDays", String.valueOf(site.invitationDays())));
    }

    private Form knownQuota() {
        return Form.filled(QuotaForm.fields(quotas.site()));
    }

    /** What anybody may publish who has no quota of their own. */
    public Reply changeQuota(Exchange exchange) {
        Form form = exchange.form();
        Optional<Quota> wanted = QuotaForm.read(form, messages);
        if (wanted.isEmpty()) {
            return page(422, known(), form);
        }
        commands.changeSite(exchange.viewer().id(), wanted.get());
        return new Reply.SeeOther(LocalPath.noticed("/admin/settings", "quota"));
    }

    public Reply change(Exchange exchange) {
        Form form = exchange.form();
        form.check("siteName", name -> name.length() <= Settings.LONGEST_NAME,
                messages.text("admin.siteName.wrong"));
        form.check("registration", value -> value.matches("open|invited|closed"),
                messages.text("admin.registration.wrong"));
        form.check("auditDays", days -> days.matches("[1-9][0-9]{0,3}"),
                messages.text("admin.auditDays.wrong"));
        form.check("invitationDays", days -> days.matches("[1-9][0-9]?"),
                messages.text("admin.invitationDays.wrong"));
        if (form.ok()) {
            try {
                if (!settings.change(exchange.viewer().id(), new Site(
                        form.value("siteName"),
                        Registration.valueOf(form.value("registration").toUpperCase(Locale.ROOT)),
                        Integer.parseInt(form.value("auditDays")),
                        Integer.parseInt(form.value("invitationDays"))))) {
                    throw Refusal.notFound();
                }
                return new Reply.SeeOther(LocalPath.noticed("/admin/settings", "settings"));
            } catch (CatalogException refused) {
                form.error("", messages.text(refused));
            }
        }
        return page(422, form, knownQuota());
    }

    private Reply page(int status, Form form, Form quota) {
        return new Reply.Html(status, "adminsettings",
                Map.of("form", form, "quota", quota, "fixed", fixed));
    }
}
