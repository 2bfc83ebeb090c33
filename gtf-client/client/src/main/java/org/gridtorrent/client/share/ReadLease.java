package org.gridtorrent.client.share;

import org.gridtorrent.engine.swarm.Swarm;

/** A reader's hold on a content's swarm, which lives on at least until it is closed. Thread-safe. */
public interface ReadLease extends AutoCloseable {
    /** Of a swarm that lives on without readers. */
    static ReadLease ofShared(Swarm swarm) {
        return new ReadLease() {
            @Override
            public Swarm swarm() {
                return swarm;
            }

            @Override
            public void close() {
                // It is shared for another reason.
            }
        };
    }

    Swarm swarm();

    /** The swarm may end, some minutes later. */
    @Override
    void close();
}
