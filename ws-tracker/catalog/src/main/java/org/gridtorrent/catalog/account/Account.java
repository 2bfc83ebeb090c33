package org.gridtorrent.catalog.account;

import java.time.Instant;

/** A person's account. The name is unique, lower case, and what others type; it never changes. */
public record Account(String id, String name, String fullName, Role role, boolean disabled,
        Instant created) {
    /** ADMIN runs the site; it gives no right to read anybody's content. */
    public enum Role {
        USER, ADMIN
    }
}
