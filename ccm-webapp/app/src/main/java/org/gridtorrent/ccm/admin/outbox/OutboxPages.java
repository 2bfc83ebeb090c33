package org.gridtorrent.ccm.admin.outbox;

import java.util.Locale;
import java.util.Map;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.db.ResultPage;
import org.gridtorrent.catalog.mail.MailAddress;
import org.gridtorrent.catalog.mail.MailAddresses;
import org.gridtorrent.catalog.mail.OutgoingMail;
import org.gridtorrent.ccm.http.Exchange;
import org.gridtorrent.ccm.http.LocalPath;
import org.gridtorrent.ccm.http.Reply;
import org.gridtorrent.ccm.mail.MailQueue;
import org.gridtorrent.ccm.ui.Form;
import org.gridtorrent.ccm.ui.Messages;

/** A test of the site's mail, and what became of each mail. */
public final class OutboxPages {
    private static final int MAILS = 50;

    private final Catalog catalog;
    private final MailQueue post;
    private final Messages messages;

    public OutboxPages(Catalog catalog, MailQueue post, Messages messages) {
        this.catalog = catalog;
        this.post = post;
        this.messages = messages;
    }

    public Reply show(Exchange exchange) {
        String own = catalog.identity().mailAddresses().find(exchange.viewer().id())
                .map(MailAddress::address).orElse("");
        return page(exchange, 200, Form.filled(Map.of("mail", own)));
    }

    /** The mails alone, while one of them waits. */
    public Reply list(Exchange exchange) {
        return Reply.html("part/outbox", Map.of("view", view(exchange)));
    }

    public Reply test(Exchange exchange) {
        Form form = exchange.form();
        form.check("mail", MailAddresses::isAddress, messages.text("register.mail.wrong"));
        if (!post.sends()) {
            form.error("", messages.text("outbox.none"));
        }
        if (!form.ok()) {
            return page(exchange, 422, form);
        }
        post.test(form.value("mail"));
        return new Reply.SeeOther(LocalPath.noticed("/admin/mail", "mail-test"));
    }

    private Reply page(Exchange exchange, int status, Form form) {
        return new Reply.Html(status, "adminmail", Map.of("form", form, "sends", post.sends(),
                "view", view(exchange)));
    }

    private OutboxView view(Exchange exchange) {
        int page = exchange.page();
        ResultPage<OutgoingMail> mails = catalog.notifications().outbox().list((page - 1) * MAILS,
                MAILS);
        return new OutboxView(mails.items().stream().map(OutboxPages::line).toList(), page,
                mails.more());
    }

    private static OutboxView.Line line(OutgoingMail mail) {
        return new OutboxView.Line(mail.created(), lower(mail.kind()), mail.address(),
                lower(mail.state()), mail.problem());
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
