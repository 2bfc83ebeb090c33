package org.gridtorrent.client.tracker;

import java.util.Set;

/** Who may read a content; everyone means every enrolled user. */
public record AccessList(long epoch, boolean everyone, Set<String> users) {
    public boolean admits(String user) {
        return everyone || users.contains(user);
    }
}
