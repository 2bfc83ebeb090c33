package org.gridtorrent.catalog.invitation;

import java.time.Instant;
import java.util.Optional;
import org.gridtorrent.catalog.people.PendingRequest.GroupName;
import org.gridtorrent.catalog.people.Person;

/**
 * An invitation by mail.
 *
 * @param group empty for one to the site alone
 * @param inviter empty when there is no such account any more
 * @param problem why its mail was not sent the last time; empty when it was
 */
public record Invitation(String id, String address, Optional<GroupName> group,
        Optional<Person> inviter, State state, String problem, Instant created, Instant expires) {

    /**
     * What became of it. WAITING, SENT and FAILED are its mail's; HANDED is one whose link somebody
     * was shown, to pass it on.
     */
    public enum State {
        WAITING, SENT, FAILED, HANDED, USED, EXPIRED, WITHDRAWN
    }

    /** Whether it can be withdrawn, or sent again. */
    public boolean open() {
        return state != State.USED && state != State.WITHDRAWN;
    }
}
