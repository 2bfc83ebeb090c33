package org.gridtorrent.ccm.people;

import java.util.Optional;
import org.gridtorrent.catalog.people.Standing;

/** The words by which a page or a program gives a group's member a role. */
final class MemberRoles {
    private MemberRoles() {}

    static Optional<Standing> of(String word) {
        return switch (word) {
            case "owner" -> Optional.of(Standing.OWNER);
            case "admin" -> Optional.of(Standing.ADMIN);
            case "member" -> Optional.of(Standing.MEMBER);
            default -> Optional.empty();
        };
    }
}
