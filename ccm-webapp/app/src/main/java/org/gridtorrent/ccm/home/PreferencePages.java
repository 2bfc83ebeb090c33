package org.gridtorrent.ccm.home;

import java.util.Optional;
import org.gridtorrent.catalog.mail.MailAddresses;
import org.gridtorrent.ccm.http.Exchange;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.http.Reply;
import org.gridtorrent.ccm.ui.Language;
import org.gridtorrent.ccm.ui.Theme;

/** What a person chooses at the foot of every page, logged in or not: this browser keeps it, and mail has the language. */
public final class PreferencePages {
    private final MailAddresses addresses;

    public PreferencePages(MailAddresses addresses) {
        this.addresses = addresses;
    }

    public Reply choose(Exchange exchange) {
        Optional<Theme> theme = Theme.of(exchange.parameter("theme"));
        Optional<Language> language = Language.of(exchange.parameter("language"));
        if (theme.isEmpty() && language.isEmpty()) {
            throw Refusal.of(400, "");
        }
        theme.ifPresent(exchange::keepTheme);
        language.ifPresent(chosen -> {
            exchange.keepLanguage(chosen);
            exchange.knownViewer()
                    .ifPresent(viewer -> addresses.speak(viewer.id(), chosen.code()));
        });
        return new Reply.SeeOther(exchange.from());
    }
}
