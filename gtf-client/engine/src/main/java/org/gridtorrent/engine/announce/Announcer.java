package org.gridtorrent.engine.announce;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.gridtorrent.engine.announce.Announcement.Event;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.engine.swarm.SwarmPhase;
import org.gridtorrent.engine.swarm.SwarmStatus;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.wire.PeerId;

/**
 * Keeps a swarm announced to its torrent's trackers, and brings it the peers that they name. One
 * virtual thread; of each tier the first tracker that answers is used and moved to the front (BEP 12).
 */
public final class Announcer {
    private static final Duration FIRST_RETRY = Duration.ofSeconds(5);
    private static final Duration LAST_RETRY = Duration.ofMinutes(5);

    private final Swarm swarm;
    private final PeerId self;
    private final int port;
    private final List<List<URI>> tiers = new ArrayList<>();
    private final HttpClient client = HttpClient.newBuilder()
            .connectTimeout(Duration.ofSeconds(10)).followRedirects(HttpClient.Redirect.NORMAL)
            .build();
    private final Thread thread;
    private Duration retry = FIRST_RETRY;

    public Announcer(Swarm swarm, PeerId self, int port) {
        this.swarm = swarm;
        this.self = self;
        this.port = port;
        swarm.metainfo().announceTiers().forEach(tier -> tiers.add(new ArrayList<>(tier)));
        this.thread = Thread.ofVirtual().name("announce " + swarm.metainfo().infoHash().hex())
                .unstarted(this::run);
    }

    public void start() {
        thread.start();
    }

    /** Tells the tracker that used to answer, without waiting for it. */
    public void stop() {
        thread.interrupt();
    }

    private void run() {
        Event event = Event.STARTED;
        try {
            while (true) {
                Duration pause = announce(event);
                event = awaitNext(pause, event);
            }
        } catch (InterruptedException e) {
            farewell();
        } finally {
            client.shutdownNow();
        }
    }

    private void farewell() {
        try {
            announce(Event.STOPPED);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for the pause's end, or for completion when that has not been told. */
    private Event awaitNext(Duration pause, Event last) throws InterruptedException {
        boolean complete = swarm.status().phase() == SwarmPhase.SEEDING;
        if (complete || last == Event.COMPLETED) {
            Thread.sleep(pause);
            return Event.PERIODIC;
        }
        try {
            swarm.completion().get(pause.toMillis(), TimeUnit.MILLISECONDS);
            return Event.COMPLETED;
        } catch (TimeoutException e) {
            return Event.PERIODIC;
        } catch (ExecutionException | CancellationException e) {
            throw new InterruptedException("the swarm ended");
        }
    }

    private Duration announce(Event event) throws InterruptedException {
        SwarmStatus status = swarm.status();
        Announcement announcement = new Announcement(status.infoHash(), self, port,
                status.uploaded(), status.downloaded(), status.bytesTotal() - status.bytesHad(),
                event);
        String problem = "";
        for (List<URI> tier : tiers) {
            for (URI tracker : List.copyOf(tier)) {
                try {
                    TrackerAnswer answer = ask(tracker, announcement);
                    Collections.swap(tier, 0, tier.indexOf(tracker));
                    retry = FIRST_RETRY;
                    swarm.trackerProblem("");
                    swarm.addPeers(answer.peers().stream().map(PeerAddress::tcp).toList());
                    return answer.interval();
                } catch (IOException | IllegalArgumentException e) {
                    problem = "tracker " + tracker + ": " + e.getMessage();
                }
            }
        }
        swarm.trackerProblem(problem);
        Duration pause = retry;
        retry = retry.multipliedBy(2).compareTo(LAST_RETRY) > 0
                ? LAST_RETRY
                : retry.multipliedBy(2);
        return pause;
    }

    private TrackerAnswer ask(URI tracker, Announcement announcement)
            throws IOException, InterruptedException {
        String scheme = String.valueOf(tracker.getScheme());
        if (!scheme.equals("http") && !scheme.equals("https")) {
            throw new IOException(scheme + " trackers are not spoken yet");
        }
        return new HttpTracker(client, tracker).announce(announcement);
    }
}
