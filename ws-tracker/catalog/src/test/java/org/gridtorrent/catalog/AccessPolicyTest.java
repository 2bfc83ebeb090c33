package org.gridtorrent.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import org.gridtorrent.catalog.AccessPolicy.Relation;
import org.gridtorrent.catalog.Content.Access;
import org.gridtorrent.catalog.Content.State;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccessPolicyTest {
    private static final Relation OWNER = new Relation(true, true, false, false);
    private static final Relation MEMBER = new Relation(true, false, true, false);
    private static final Relation NAMED = new Relation(true, false, false, true);
    private static final Relation STRANGER = new Relation(true, false, false, false);

    @ParameterizedTest
    @CsvSource(textBlock = """
            # access, state,     owner, member, named, stranger, anybody
            PUBLIC,   PUBLISHED, true,  true,   true,  true,     true
            GROUP,    PUBLISHED, true,  true,   false, false,    false
            USER,     PUBLISHED, true,  false,  true,  false,    false
            PUBLIC,   PREPARING, true,  false,  false, false,    false
            GROUP,    PREPARING, true,  false,  false, false,    false
            USER,     PREPARING, true,  false,  false, false,    false
            PUBLIC,   FAILED,    true,  false,  false, false,    false
            GROUP,    FAILED,    true,  false,  false, false,    false
            USER,     FAILED,    true,  false,  false, false,    false
            """)
    void mayRead_followsTheTable(Access access, State state, boolean owner, boolean member,
            boolean named, boolean stranger, boolean anybody) {
        assertThat(AccessPolicy.mayRead(access, state, OWNER)).isEqualTo(owner);
        assertThat(AccessPolicy.mayRead(access, state, MEMBER)).isEqualTo(member);
        assertThat(AccessPolicy.mayRead(access, state, NAMED)).isEqualTo(named);
        assertThat(AccessPolicy.mayRead(access, state, STRANGER)).isEqualTo(stranger);
        assertThat(AccessPolicy.mayRead(access, state, new Relation(false, true, true, true)))
                .isFalse();
        assertThat(AccessPolicy.mayAnybodyRead(access, state)).isEqualTo(anybody);
    }
}
