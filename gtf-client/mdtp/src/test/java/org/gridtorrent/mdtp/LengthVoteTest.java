package org.gridtorrent.mdtp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.gridtorrent.mdtp.LengthVote.Outcome;
import org.junit.jupiter.api.Test;

final class LengthVoteTest {
    private final LengthVote vote = new LengthVote(OptionalLong.empty(), OptionalLong.empty());

    @Test
    void firstLengthCountsUntilAnotherHasMoreVotes() {
        assertThat(vote.vote(0, 10)).isEqualTo(Outcome.AGREES);
        assertThat(vote.vote(1, 20)).isEqualTo(Outcome.DISAGREES);
        assertThat(vote.isTied()).isTrue();
        assertThat(vote.vote(2, 20)).isEqualTo(Outcome.CHOSEN_ANEW);
        assertThat(vote.chosen()).hasValue(20);
        assertThat(vote.isTied()).isFalse();
    }

    @Test
    void oneReplicaVotesOnce() {
        vote.vote(0, 10);
        assertThat(vote.vote(1, 20)).isEqualTo(Outcome.DISAGREES);
        assertThat(vote.vote(1, 20)).isEqualTo(Outcome.DISAGREES);
    }

    @Test
    void knownLengthIsNotVotedOn() {
        LengthVote known = new LengthVote(OptionalLong.of(10), OptionalLong.empty());
        assertThat(known.vote(0, 20)).isEqualTo(Outcome.DISAGREES);
        assertThat(known.vote(1, 20)).isEqualTo(Outcome.DISAGREES);
        assertThat(known.isTied()).isFalse();
        assertThat(known.rejectChosen()).isFalse();
        assertThat(known.chosen()).hasValue(10);
    }

    @Test
    void lengthOfAnEarlierFetchIsRefutedWhenNoReplicaHasIt() {
        LengthVote resumed = new LengthVote(OptionalLong.empty(), OptionalLong.of(10));
        assertThat(resumed.isEarlierOneRefuted()).isFalse();
        assertThat(resumed.vote(0, 20)).isEqualTo(Outcome.DISAGREES);
        assertThat(resumed.isEarlierOneRefuted()).isTrue();
        assertThat(resumed.vote(1, 10)).isEqualTo(Outcome.AGREES);
        assertThat(resumed.isEarlierOneRefuted()).isFalse();
    }

    @Test
    void rejectedLengthIsFollowedByTheOneWithMostVotes() {
        vote.vote(0, 10);
        vote.vote(1, 20);
        vote.vote(2, 30);
        vote.vote(3, 30);
        assertThat(vote.chosen()).hasValue(30);
        assertThat(vote.rejectChosen()).isTrue();
        assertThat(vote.rejectChosen()).isTrue();
        assertThat(vote.rejectChosen()).isFalse();
    }
}
