package org.gridtorrent.ccm.account;

import java.util.Map;
import org.gridtorrent.catalog.mail.MailAddresses;
import org.gridtorrent.ccm.http.Exchange;
import org.gridtorrent.ccm.http.LocalPath;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.http.Reply;
import org.gridtorrent.ccm.mail.MailQueue;
import org.gridtorrent.ccm.ui.Form;
import org.gridtorrent.ccm.ui.Messages;

/**
 * What goes by mail: a link when the password is forgotten, and the link that confirms an address. To
 * look at a link spends nothing, since programs that guard mailboxes do that too.
 */
public final class MailPages {
    private final MailAddresses addresses;
    private final MailQueue post;
    private final LoginAttempts tries;
    private final Messages messages;

    public MailPages(MailAddresses addresses, MailQueue post, LoginAttempts tries,
            Messages messages) {
        this.addresses = addresses;
        this.post = post;
        this.tries = tries;
        this.messages = messages;
    }

    public Reply forgottenForm(Exchange exchange) {
        return forgotten(200, Form.empty(), false);
    }

    /** The answer says nothing of whether anybody is known by that. */
    public Reply forgotten(Exchange exchange) {
        Form form = exchange.form();
        if (!post.sends()) {
            return forgotten(422, Form.empty(), false);
        }
        form.check("who", who -> !who.isEmpty() && who.length() <= 254,
                messages.text("forgotten.missing"));
        if (!form.ok()) {
            return forgotten(422, form, false);
        }
        if (!tries.mail(exchange, form)) {
            return forgotten(429, form, false);
        }
        post.forgotten(form.value("who"));
        return forgotten(200, Form.empty(), true);
    }

    private Reply forgotten(int status, Form form, boolean asked) {
        return new Reply.Html(status, "forgotten",
                Map.of("form", form, "sends", post.sends(), "asked", asked));
    }

    /** The code moves at once from the address into a cookie, as that of {@link SetupPages} does. */
    public Reply confirmForm(Exchange exchange) {
        String code = exchange.parameter("code");
        if (!code.isEmpty()) {
            exchange.keepCode(code);
            return new Reply.SeeOther("/setup/mail");
        }
        String address = addresses.linked(exchange.code()).orElseThrow(this::spent);
        return Reply.html("confirm", Map.of("address", address));
    }

    public Reply confirm(Exchange exchange) {
        if (!addresses.confirm(exchange.code())) {
            throw spent();
        }
        exchange.keepCode("");
        return new Reply.SeeOther(LocalPath.noticed(
                exchange.knownViewer().isPresent() ? "/account" : "/login", "confirmed"));
    }

    private Refusal spent() {
        return Refusal.of(404, messages.text("confirm.spent"));
    }

    /** Sends the link for the viewer's own address once more. */
    public Reply again(Exchange exchange) {
        return new Reply.SeeOther(LocalPath.noticed("/account",
                post.confirm(exchange.viewer().id()) ? "confirm-sent" : "confirm-not-sent"));
    }
}
