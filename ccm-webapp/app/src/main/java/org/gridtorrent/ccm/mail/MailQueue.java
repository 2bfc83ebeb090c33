package org.gridtorrent.ccm.mail;

import java.util.Optional;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.mail.MailAddress;
import org.gridtorrent.catalog.mail.OutgoingMail.Kind;
import org.gridtorrent.ccm.ui.Language;

/** What the pages have sent by mail; on a site without a mail server nothing is. */
public final class MailQueue {
    private final Catalog catalog;
    private final boolean sends;
    private final boolean confirmFirst;

    public MailQueue(Catalog catalog, Optional<MailServer> server) {
        this.catalog = catalog;
        this.sends = server.isPresent();
        this.confirmFirst = server.filter(MailServer::confirmFirst).isPresent();
    }

    public boolean sends() {
        return sends;
    }

    /** Whether new accounts confirm an address before anybody logs in with them. */
    public boolean confirmFirst() {
        return confirmFirst;
    }

    /** Whether this account may not be logged in with yet. */
    public boolean holdsBack(String accountId) {
        return confirmFirst && catalog.identity().mailAddresses().find(accountId)
                .filter(MailAddress::confirmFirst).isPresent();
    }

    /** Sends the link that confirms the account's address; false when there is nothing to confirm. */
    public boolean confirm(String accountId) {
        return sends && catalog.identity().mailAddresses().find(accountId).filter(MailAddress::open)
                .isPresent() && catalog.notifications().outbox().add(Kind.CONFIRM, accountId);
    }

    /** Sends links to whoever has this user name or confirmed address, if there is anybody. */
    public void forgotten(String nameOrAddress) {
        catalog.notifications().outbox().add(Kind.FORGOTTEN, "", Language.spoken().code(),
                nameOrAddress);
    }

    /** Says that mail works, to an address that the administrator names. */
    public void test(String address) {
        catalog.notifications().outbox().add(Kind.TEST, address, Language.spoken().code(), "");
    }
}
