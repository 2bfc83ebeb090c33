package org.gridtorrent.ccm.people.invitation;

import java.time.Instant;
import java.util.List;

/**
 * Invitations by mail, the youngest first.
 *
 * @param path what the addresses of its forms begin with
 * @param sends whether the site sends mail
 * @param closed whether nobody can make an account now, and so nobody be invited
 * @param handed links that were made just now, to be passed on; shown this once
 */
public record InvitationsView(String path, List<Line> lines, int page, boolean more,
        boolean sends, boolean closed, List<Handed> handed) {

    /**
     * One of them.
     *
     * @param group its name; empty for one to the site alone
     * @param problem what the mail server said, or why it was not reached
     */
    public record Line(String id, String address, String group, String inviter, String state,
            String problem, Instant created, Instant expires, boolean open) {}

    /** A link, and whom it is for. */
    public record Handed(String address, String link) {}
}
