package org.gridtorrent.engine.swarm;

import java.io.IOException;
import java.util.List;
import org.gridtorrent.engine.picker.FileSelection;
import org.gridtorrent.metainfo.MetainfoFile;
import org.jspecify.annotations.Nullable;

/** What people want of a content: which files, in which order, and what at once. For the owner's thread. */
final class Wishes {
    private final List<MetainfoFile> files;
    private final Fetching fetching;
    private final Exchange exchange;
    private final Readings readings;
    /** Why nothing is fetched. */
    private @Nullable IOException obstacle;

    Wishes(List<MetainfoFile> files, boolean readOnly, Fetching fetching, Exchange exchange,
            Readings readings) {
        this.files = files;
        this.obstacle = readOnly
                ? new IOException("nothing is fetched into files that are shared in place")
                : null;
        this.fetching = fetching;
        this.exchange = exchange;
        this.readings = readings;
    }

    void begin(FileSelection selection, boolean sequential) {
        fetching.select(selection, files);
        fetching.inOrder(sequential);
    }

    void handle(SwarmEvent.Wish wish, long nowNs) {
        switch (wish) {
            case SwarmEvent.Selected(FileSelection selection) -> fetching.select(selection, files);
            case SwarmEvent.Ordered(boolean sequential) -> fetching.inOrder(sequential);
            case SwarmEvent.Reads reads -> reads(reads, nowNs);
            case SwarmEvent.ReadingEnded(long reader) -> readings.ended(reader);
        }
        exchange.wantsChanged(nowNs);
    }

    private void reads(SwarmEvent.Reads reads, long nowNs) {
        readings.reads(reads, nowNs);
        if (obstacle != null) {
            readings.failUnlessHad(obstacle);
        }
    }

    void had() {
        readings.had();
    }

    void hurry() {
        readings.hurry();
    }

    void lost(long nowNs) {
        readings.lost(nowNs);
    }

    /** Nothing comes any more. */
    void fail(IOException why) {
        obstacle = why;
        readings.failUnlessHad(why);
    }
}
