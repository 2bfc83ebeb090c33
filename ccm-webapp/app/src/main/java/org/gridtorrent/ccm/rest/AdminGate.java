package org.gridtorrent.ccm.rest;

import org.gridtorrent.catalog.account.Account.Role;
import org.gridtorrent.catalog.account.Accounts;
import org.gridtorrent.ccm.http.Refusal;

/**
 * Lets administrators in by a token of their own: a machine's lies on its disk for whoever works there.
 * For all others there is nothing behind it.
 */
public record AdminGate(Accounts accounts) {

    public void pass(Caller caller) {
        if (!opens(caller)) {
            throw Refusal.notFound();
        }
    }

    public boolean opens(Caller caller) {
        return caller.device().isEmpty() && accounts.find(caller.accountId())
                .filter(account -> account.role() == Role.ADMIN).isPresent();
    }
}
