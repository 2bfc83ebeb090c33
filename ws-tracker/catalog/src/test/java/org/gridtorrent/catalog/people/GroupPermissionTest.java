package org.gridtorrent.catalog.people;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class GroupPermissionTest {
    @Test
    void eachAct_isForThoseOfItsStandingAndMore() {
        String table = Arrays.stream(GroupPermission.values()).map(act -> act + Arrays
                .stream(MembershipStatus.values()).filter(standing -> standing.may(act))
                .map(standing -> " " + standing).collect(Collectors.joining()))
                .collect(Collectors.joining("\n"));
        assertThat(table).isEqualTo("""
                SEE_MEMBERS MEMBER ADMIN OWNER
                INVITE ADMIN OWNER
                ANSWER ADMIN OWNER
                REMOVE_MEMBER ADMIN OWNER
                REMOVE_ADMIN OWNER
                REMOVE_OWNER OWNER
                CHANGE_ROLE OWNER
                EDIT OWNER
                DELETE OWNER""");
    }

    @Test
    void standings_areInsideOrPendingOrNeither() {
        assertThat(MembershipStatus.values()).filteredOn(MembershipStatus::isInside)
                .containsExactly(MembershipStatus.MEMBER, MembershipStatus.ADMIN,
                        MembershipStatus.OWNER);
        assertThat(MembershipStatus.values()).filteredOn(MembershipStatus::isPending)
                .containsExactly(MembershipStatus.REQUESTED, MembershipStatus.INVITED);
    }
}
