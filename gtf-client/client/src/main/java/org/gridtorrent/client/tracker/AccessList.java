package org.gridtorrent.client.tracker;

import java.util.Set;

/**
 * Who may read a content.
 *
 * @param everyone every enrolled user
 * @param withdrawn devices of these users that were taken out of the site while their certificates
 *     may still hold
 * @param anybody strangers too, who have no account and speak plain BitTorrent
 */
public record AccessList(long epoch, boolean everyone, Set<String> users, Set<String> withdrawn,
        boolean anybody) {
    /** Admits nobody. */
    public static final AccessList NOBODY = new AccessList(0, false, Set.of(), Set.of(), false);

    public AccessList {
        users = Set.copyOf(users);
        withdrawn = Set.copyOf(withdrawn);
    }

    public boolean admits(String user, String device) {
        return (everyone || users.contains(user)) && !withdrawn.contains(device);
    }
}
