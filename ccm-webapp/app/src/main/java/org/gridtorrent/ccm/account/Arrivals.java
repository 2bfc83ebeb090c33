package org.gridtorrent.ccm.account;

import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.ccm.mail.Post;
import org.gridtorrent.ccm.web.Exchange;
import org.gridtorrent.ccm.web.LocalPath;
import org.gridtorrent.ccm.web.Reply;
import org.gridtorrent.ccm.web.Visitors;

/** What follows when somebody has made an account: a link that confirms the address, and logging in. */
final class Arrivals {
    private final Visitors visitors;
    private final Post post;

    Arrivals(Visitors visitors, Post post) {
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
