package org.gridtorrent.ccm.account;

import java.time.Instant;

/**
 * An invitation as the page shows it to whoever came by its link.
 *
 * @param group its name; empty for one to the site alone
 * @param inviter empty when there is no such account any more
 * @param closed whether nobody can make an account now
 */
public record InvitedView(String address, String group, String inviter, Instant expires,
        boolean closed) {}
