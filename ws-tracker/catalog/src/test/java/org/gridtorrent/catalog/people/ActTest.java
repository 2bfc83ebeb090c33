package org.gridtorrent.catalog.people;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ActTest {
    @Test
    void eachAct_isForThoseOfItsStandingAndMore() {
        String table = Arrays.stream(Act.values()).map(act -> act + Arrays
                .stream(Standing.values()).filter(standing -> standing.may(act))
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
        assertThat(Standing.values()).filteredOn(Standing::isInside)
                .containsExactly(Standing.MEMBER, Standing.ADMIN, Standing.OWNER);
        assertThat(Standing.values()).filteredOn(Standing::isPending)
                .containsExactly(Standing.REQUESTED, Standing.INVITED);
    }
}
