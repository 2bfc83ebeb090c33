package org.gridtorrent.catalog.invitation;

import java.time.Duration;
import java.time.Instant;
import org.gridtorrent.catalog.account.Administrators;
import org.gridtorrent.catalog.account.Settings;
import org.gridtorrent.catalog.account.Settings.Registration;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.refusal.Refused;

/**
 * How much may be sent by those who invite: so that a form is no way to send mail to the world. They take
 * turns, so that what is counted holds until the commit, on all nodes.
 */
final class InvitationLimits {
    static final int A_DAY = 20;
    static final int A_DAY_OF_ADMINISTRATORS = 500;
    static final int TO_ONE_A_DAY = 3;
    private static final Duration DAY = Duration.ofDays(1);
    private static final String TURN = "inviting";

    private final Transaction tx;
    private final Instant since;

    /** It is the transaction's turn until its end. */
    InvitationLimits(Transaction tx, Instant now) {
        this.tx = tx;
        this.since = now.minus(DAY);
        Settings.takeTurn(tx, TURN);
    }

    /** CONFLICT when nobody may make an account. */
    static void requireRegistration(Transaction tx) {
        if (Settings.site(tx).registration() == Registration.CLOSED) {
            throw CatalogException.conflict(Refused.REGISTRATION_CLOSED);
        }
    }

    /** CONFLICT when the actor would have told more people within a day than one may. */
    void requireBudget(String actorId, int more) {
        int budget = Administrators.isOne(tx, actorId) ? A_DAY_OF_ADMINISTRATORS : A_DAY;
        if (more > 0 && told("told_by", actorId) + more > budget) {
            throw CatalogException.conflict(Refused.INVITATIONS_TOO_MANY, budget);
        }
    }

    /** CONFLICT when this address was told of as many invitations within a day as one may be. */
    void requireRare(String key, String address) {
        if (told("address_key", key) >= TO_ONE_A_DAY) {
            throw CatalogException.conflict(Refused.INVITED_TOO_OFTEN, address);
        }
    }

    /** CONFLICT when this one's mail was asked for within a day. */
    void requirePause(String id) {
        boolean recent = tx.createQuery("select count(*) from invitation where id = :id"
                + " and told > :since and mail_id is not null").bind("id", id)
                .bind("since", since).mapTo(Integer.class).one() > 0;
        if (recent) {
            throw CatalogException.conflict(Refused.INVITATION_SENT_TODAY);
        }
    }

    private int told(String column, String value) {
        return tx.createQuery("select count(*) from invitation where " + column
                + " = :value and told > :since").bind("value", value).bind("since", since)
                .mapTo(Integer.class).one();
    }
}
