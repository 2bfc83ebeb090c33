package org.gridtorrent.catalog.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import org.gridtorrent.catalog.dataset.AccessPolicy.Relation;
import org.gridtorrent.catalog.dataset.Content.Access;
import org.gridtorrent.catalog.dataset.Content.State;
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
            PUBLIC,   WITHDRAWN, false, false,  false, false,    false
            GROUP,    WITHDRAWN, false, false,  false, false,    false
            USER,     WITHDRAWN, false, false,  false, false,    false
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

    @ParameterizedTest
    @CsvSource(textBlock = """
            # access, owner, member, named, stranger
            PUBLIC,   true,  true,   true,  true
            GROUP,    true,  true,   false, false
            USER,     true,  false,  true,  false
            """)
    void mayReadTombstone_isForThoseWhoCouldReadTheContent(Access access, boolean owner,
            boolean member, boolean named, boolean stranger) {
        assertThat(tombstone(access, OWNER)).isEqualTo(owner);
        assertThat(tombstone(access, MEMBER)).isEqualTo(member);
        assertThat(tombstone(access, NAMED)).isEqualTo(named);
        assertThat(tombstone(access, STRANGER)).isEqualTo(stranger);
        assertThat(tombstone(access, new Relation(false, true, true, true))).isFalse();
        assertThat(AccessPolicy.mayReadTombstone(access, State.PUBLISHED, OWNER)).isFalse();
    }

    private static boolean tombstone(Access access, Relation reader) {
        return AccessPolicy.mayReadTombstone(access, State.WITHDRAWN, reader);
    }
}
