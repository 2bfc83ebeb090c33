package org.gridtorrent.ccm.command;

import java.time.Duration;
import org.gridtorrent.catalog.IdentityCatalog;
import org.gridtorrent.catalog.account.ApiToken;
import org.gridtorrent.catalog.account.Profile;

/**
 * The account itself: profile, password, tokens, sessions. Passwords are checked by the caller. 404 for
 * what is not the account's.
 */
public final class AccountCommands {
    private final IdentityCatalog identity;
    private final CommandLog log;

    AccountCommands(IdentityCatalog identity, CommandLog log) {
        this.identity = identity;
        this.log = log;
    }

    /** Changes the profile except for its mail address. */
    public void changeProfile(String accountId, Profile profile) {
        Commands.require(identity.profiles().changeKeepingMail(accountId, profile));
    }

    /**
     * Changes the profile and its mail address.
     *
     * @param told whether the former address gets a message
     */
    public void changeProfileAndMail(String accountId, Profile profile, boolean told) {
        Commands.require(identity.profiles().change(accountId, profile, told));
        log.account(accountId, "change mail address");
    }

    public void changePassword(String accountId, String password) {
        identity.accounts().changePassword(accountId, password);
        log.account(accountId, "change password");
    }

    public ApiToken.Made createToken(String accountId, String name, ApiToken.Scope scope,
            Duration life) {
        ApiToken.Made made = identity.apiTokens().create(accountId, name, scope, life);
        log.account(accountId, "create token " + made.token().id());
        return made;
    }

    public void revokeToken(String accountId, String tokenId) {
        Commands.require(identity.apiTokens().revoke(accountId, tokenId));
        log.account(accountId, "revoke token " + tokenId);
    }

    public void endSession(String accountId, String sessionId) {
        Commands.require(identity.sessions().end(accountId, sessionId));
        log.account(accountId, "end session " + sessionId);
    }

    /** Ends all sessions but the one with this secret. Returns how many there were. */
    public int endOtherSessions(String accountId, String secret) {
        int ended = identity.sessions().endOthers(accountId, secret);
        log.account(accountId, "end " + ended + " sessions");
        return ended;
    }
}
