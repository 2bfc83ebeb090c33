package org.gridtorrent.ccm.command;

import org.gridtorrent.catalog.people.Buddies;
import org.gridtorrent.catalog.people.BuddyStatus;
import org.gridtorrent.ccm.http.Refusal;

/** The account's buddies. 404 for unknown accounts, and where there is nothing to answer or end. */
public final class BuddyCommands {
    private final Buddies buddies;
    private final CommandLog log;

    BuddyCommands(Buddies buddies, CommandLog log) {
        this.buddies = buddies;
        this.log = log;
    }

    /** Asks another account, or accepts what it asked. Returns its status then. */
    public BuddyStatus ask(String accountId, String otherId) {
        BuddyStatus status = buddies.ask(accountId, otherId).orElseThrow(Refusal::notFound);
        log.account(accountId, "ask buddy " + log.user(otherId));
        return status;
    }

    public void accept(String accountId, String otherId) {
        Commands.require(buddies.accept(accountId, otherId));
        log.account(accountId, "accept buddy " + log.user(otherId));
    }

    /** Declines what the other account asked, or withdraws what this one asked. */
    public void callOff(String accountId, String otherId) {
        Commands.require(buddies.callOff(accountId, otherId));
        log.account(accountId, "call off buddy " + log.user(otherId));
    }

    public void remove(String accountId, String otherId) {
        Commands.require(buddies.remove(accountId, otherId));
        log.account(accountId, "remove buddy " + log.user(otherId));
    }

    public void block(String accountId, String otherId) {
        Commands.require(buddies.block(accountId, otherId));
        log.account(accountId, "block " + log.user(otherId));
    }

    public void unblock(String accountId, String otherId) {
        Commands.require(buddies.unblock(accountId, otherId));
        log.account(accountId, "unblock " + log.user(otherId));
    }
}
