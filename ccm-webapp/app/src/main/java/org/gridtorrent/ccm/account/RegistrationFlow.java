package org.gridtorrent.ccm.account;

import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.ccm.http.Exchange;
import org.gridtorrent.ccm.http.LocalPath;
import org.gridtorrent.ccm.http.Reply;
import org.gridtorrent.ccm.http.Visitors;
import org.gridtorrent.ccm.mail.MailQueue;

/** What follows when somebody has made an account: a link that confirms the address, and logging in. */
final class RegistrationFlow {
    private final Visitors visitors;
    private final MailQueue post;

    RegistrationFlow(Visitors visitors, MailQueue post) {
        this.visitors = visitors;
        this.post = post;
    }

    /** To this page, unless the address has to be confirmed first. */
    Reply to(String path, String notice, Exchange exchange, Account account) {
        boolean asked = post.confirm(account.id());
        if (post.holdsBack(account.id())) {
            return new Reply.SeeOther(LocalPath.noticed("/login", "confirm-first"));
        }
        visitors.logIn(exchange, account);
        return new Reply.SeeOther(LocalPath.noticed(path, asked ? notice + "-asked" : notice));
    }
}
