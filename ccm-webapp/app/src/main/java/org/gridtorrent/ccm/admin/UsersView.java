package org.gridtorrent.ccm.admin;

import java.time.Instant;
import java.util.List;

/** The site's accounts, found by words. */
public record UsersView(List<User> users, String words, int page, boolean more) {

    /** One of them; self is the administrator who looks. */
    public record User(String id, String name, String fullName, boolean administrator,
            boolean disabled, Instant created, boolean self) {}
}
