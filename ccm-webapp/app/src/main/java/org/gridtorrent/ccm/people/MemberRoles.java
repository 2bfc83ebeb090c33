package org.gridtorrent.ccm.people;

import java.util.Optional;
import org.gridtorrent.catalog.people.MembershipStatus;

/** The words by which a page or a program gives a group's member a role. */
final class MemberRoles {
    private MemberRoles() {}

    static Optional<MembershipStatus> of(String word) {
        return switch (word) {
            case "owner" -> Optional.of(MembershipStatus.OWNER);
            case "admin" -> Optional.of(MembershipStatus.ADMIN);
            case "member" -> Optional.of(MembershipStatus.MEMBER);
            default -> Optional.empty();
        };
    }
}
