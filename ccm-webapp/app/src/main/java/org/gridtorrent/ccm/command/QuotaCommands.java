package org.gridtorrent.ccm.command;

import org.gridtorrent.catalog.account.Quota;
import org.gridtorrent.catalog.account.Quotas;

/** Quotas for publishing. 404 for unknown accounts, and when the actor is no administrator. */
public final class QuotaCommands {
    private final Quotas quotas;
    private final CommandLog log;

    QuotaCommands(Quotas quotas, CommandLog log) {
        this.quotas = quotas;
        this.log = log;
    }

    /** Replaces the quota of all accounts without one of their own. */
    public void changeSite(String actorId, Quota quota) {
        Commands.require(quotas.changeSite(actorId, quota));
        log.account(actorId, "change quota of the site");
    }

    /** Gives an account a quota of its own. */
    public void give(String actorId, String accountId, Quota quota) {
        Commands.require(quotas.give(actorId, accountId, quota));
        log.account(actorId, "give quota to " + log.user(accountId));
    }

    /** Takes back an account's own quota; the site's applies then. */
    public void takeBack(String actorId, String accountId) {
        Commands.require(quotas.takeBack(actorId, accountId));
        log.account(actorId, "take back quota of " + log.user(accountId));
    }
}
