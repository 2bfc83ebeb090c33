package org.gridtorrent.tracker.swarm;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A swarm's members by family and by whether they have all of it, and who of them is told of. */
final class PeerSampler {
    private final RandomAccessSet v4Seeds = new RandomAccessSet();
    private final RandomAccessSet v4Leeches = new RandomAccessSet();
    private final RandomAccessSet v6Seeds = new RandomAccessSet();
    private final RandomAccessSet v6Leeches = new RandomAccessSet();
    private final RandomAccessSet nobody = new RandomAccessSet();
    private final SplittableRandom random;

    PeerSampler(SplittableRandom random) {
        this.random = random;
    }

    /** The one that the member belongs to as it is now. */
    RandomAccessSet of(SwarmPeer member) {
        return of(member.place().isV6(), member.complete);
    }

    private RandomAccessSet of(boolean v6, boolean complete) {
        if (v6) {
            return complete ? v6Seeds : v6Leeches;
        }
        return complete ? v4Seeds : v4Leeches;
    }

    int seeds() {
        return v4Seeds.size() + v6Seeds.size();
    }

    int leeches() {
        return v4Leeches.size() + v6Leeches.size();
    }

    /** Of its own family first; no seeds for a seed. */
    List<SwarmPeer> draw(Announce said) {
        boolean v6 = said.place().isV6();
        List<SwarmPeer> drawn = new ArrayList<>(
                Math.min(said.wanted(), seeds() + leeches()));
        draw(v6, said, drawn);
        if (said.bothFamilies()) {
            draw(!v6, said, drawn);
        }
        return drawn;
    }

    private void draw(boolean v6, Announce said, List<SwarmPeer> drawn) {
        RandomAccessSet leeches = of(v6, false);
        RandomAccessSet seeds = said.isSeed() ? nobody : of(v6, true);
        AddressScope asking = AddressScope.of(said.place().inetAddress());
        int all = leeches.size() + seeds.size();
        int step = step(all);
        int index = all == 0 ? 0 : random.nextInt(all);
        // A swarm full of peers that are not for this one is not searched to its end.
        int looks = Math.min(all, 4 * said.wanted() + 100);
        for (int looked = 0; looked < looks && drawn.size() < said.wanted(); looked++) {
            SwarmPeer next = index < leeches.size()
                    ? leeches.get(index)
                    : seeds.get(index - leeches.size());
            if (next.reach.isFor(asking) && !next.place().equals(said.place())) {
                drawn.add(next);
            }
            index = (index + step) % all;
        }
    }

    /** One that leads to each of so many once before it comes to any again. */
    private int step(int all) {
        if (all <= 2) {
            return 1;
        }
        int step = 1 + random.nextInt(all - 1);
        while (greatestCommonDivisor(step, all) != 1) {
            step = 1 + random.nextInt(all - 1);
        }
        return step;
    }

    private static int greatestCommonDivisor(int a, int b) {
        return b == 0 ? a : greatestCommonDivisor(b, a % b);
    }
}
