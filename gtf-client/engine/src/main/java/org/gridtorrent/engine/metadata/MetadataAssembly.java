package org.gridtorrent.engine.metadata;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.gridtorrent.engine.wire.MetadataMessage;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.metainfo.Metainfo;

/**
 * Decides which block of an info dictionary is asked of which peer, and puts the answers together
 * (BEP 9). No I/O; time is passed in. For one thread.
 *
 * <p>How long the dictionary is, only peers say, and only the whole of it can be checked. So each length
 * that is told is tried, side by side, the shorter first, of all those peers at once that tell it. When
 * its bytes do not match the info-hash and they came from one peer, that peer lies and is out. When they
 * came from several, nobody knows who lied: from then on each attempt is made with one peer alone,
 * until one tells the truth.
 *
 * <p>The lengths that are tried at one time come to {@link Metainfo#MAX_ENCODED_LENGTH} bytes at most,
 * and so does what is held; others wait for room. An attempt that brings too little loses its place to
 * one that waits, so that nobody is kept waiting by who claims much and sends little.
 */
public final class MetadataAssembly {
    /** Blocks that a peer may owe; stock clients let more wait. */
    private static final int MAX_OWED = 8;

    private final InfoHash wanted;
    private final Map<Integer, Source> sources = new LinkedHashMap<>();
    private final List<Attempt> attempts = new ArrayList<>();
    private boolean oneAtATime;

    public MetadataAssembly(InfoHash wanted) {
        this.wanted = wanted;
    }

    /** A block to ask of a peer. */
    public record Ask(int peer, int block) {}

    /** What became of a block that came. */
    public sealed interface Outcome {
        /** More is needed, or it was not asked for. */
        record GoesOn() implements Outcome {}

        /** The info dictionary, which matches the info-hash. */
        @SuppressWarnings("ArrayRecordComponent") // carried, never compared
        record Complete(byte[] info) implements Outcome {}

        /** This peer lies, and is not asked again. */
        record Liar(int peer) implements Outcome {}
    }

    /** The peer hands out a dictionary of so many bytes, it says; what cannot be is passed over. */
    public void offers(int peer, int length) {
        if (length > 0 && length <= Metainfo.MAX_ENCODED_LENGTH) {
            sources.putIfAbsent(peer, new Source(length));
        }
    }

    /** The peer is gone, or hands out no more. */
    public void left(int peer) {
        Source source = sources.get(peer);
        if (source != null) {
            release(peer, source);
            sources.remove(peer);
        }
    }

    private void release(int peer, Source source) {
        attempt(peer, source).ifPresent(its -> its.giveBack(source.owed()));
        source.owed().clear();
    }

    /** The one that takes the peer's blocks. */
    private Optional<Attempt> attempt(int peer, Source source) {
        return attempts.stream().filter(each -> each.takesFrom(peer, source.length())).findFirst();
    }

    private boolean hasSource(Attempt attempt, Predicate<Source> which) {
        return sources.entrySet().stream()
                .anyMatch(entry -> attempt.takesFrom(entry.getKey(), entry.getValue().length())
                        && which.test(entry.getValue()));
    }

    /** How many peers hand out. */
    public int sourceCount() {
        return sources.size();
    }

    /** Bytes that have come, of all attempts together. */
    public long received() {
        return attempts.stream().mapToLong(Attempt::received).sum();
    }

    /** Whether a peer owes an answer and what comes of its length comes fast enough. */
    public boolean isMoving() {
        return attempts.stream().anyMatch(attempt -> !attempt.isSlow()
                && hasSource(attempt, source -> !source.owed().isEmpty()));
    }

    /** What to ask now; it counts as asked. */
    public List<Ask> asks(long nowNs) {
        sources.forEach((peer, source) -> {
            if (source.isSilent(nowNs)) {
                release(peer, source);
                source.rest(nowNs);
            }
        });
        makeAttempts(nowNs);
        List<Ask> asks = new ArrayList<>();
        sources.forEach((peer, source) -> {
            if (source.isReady(nowNs)) {
                attempt(peer, source).ifPresent(its -> ask(its, peer, source, nowNs, asks));
            }
        });
        return asks;
    }

    private static void ask(Attempt attempt, int peer, Source source, long nowNs,
            List<Ask> asks) {
        while (source.owed().size() < MAX_OWED) {
            Optional<Integer> block = attempt.take(source.owed(), nowNs);
            if (block.isEmpty()) {
                return;
            }
            source.asked(block.get(), nowNs);
            asks.add(new Ask(peer, block.get()));
        }
    }

    /** What came of a slow one, or one that nobody is ready for, is given up when others need the room. */
    private void makeAttempts(long nowNs) {
        attempts.removeIf(attempt -> (attempt.received() == 0 || oneAtATime)
                && !hasSource(attempt, _ -> true));
        attempts.forEach(attempt -> attempt.look(nowNs));
        if (!begin(nowNs)) {
            List<Attempt> stuck = attempts.stream().filter(attempt -> attempt.isSlow()
                    || !hasSource(attempt, source -> source.isReady(nowNs))).toList();
            stuck.forEach(this::drop);
            begin(nowNs);
        }
    }

    /** Makes attempts with those who are in none, in turn; false when there is no room for one. */
    private boolean begin(long nowNs) {
        List<Map.Entry<Integer, Source>> inTurn = sources.entrySet().stream()
                .filter(entry -> entry.getValue().isReady(nowNs))
                .sorted(Map.Entry.comparingByValue(Source.IN_TURN)).toList();
        long length = attempts.stream().mapToLong(Attempt::length).sum();
        for (Map.Entry<Integer, Source> entry : inTurn) {
            Source source = entry.getValue();
            if (attempt(entry.getKey(), source).isEmpty()) {
                length += source.length();
                if (length > Metainfo.MAX_ENCODED_LENGTH) {
                    return false;
                }
                attempts.add(new Attempt(source.length(), oneAtATime ? entry.getKey() : null,
                        nowNs));
            }
        }
        return true;
    }

    /** The peer does not hand the block out: not now, perhaps later. */
    public void refused(int peer, int block, long nowNs) {
        Source source = sources.get(peer);
        if (source != null && source.owed().contains(block)) {
            release(peer, source);
            source.rest(nowNs);
        }
    }

    /** A block has come. */
    public Outcome received(int peer, MetadataMessage.Data data, long nowNs) {
        Source source = sources.get(peer);
        if (source == null || !source.answered(data.block(), nowNs)) {
            return new Outcome.GoesOn();
        }
        Attempt its = attempt(peer, source).orElseThrow();
        if (!its.fits(data)) {
            return liar(peer);
        }
        its.put(peer, data);
        return its.isWhole() ? judge(its) : new Outcome.GoesOn();
    }

    private Outcome judge(Attempt whole) {
        byte[] info = whole.joined();
        if (wanted.matches(info)) {
            return new Outcome.Complete(info);
        }
        drop(whole);
        if (whole.contributors().size() == 1) {
            return liar(whole.contributors().iterator().next());
        }
        oneAtATime = true;
        List.copyOf(attempts).forEach(this::drop);
        return new Outcome.GoesOn();
    }

    /** Its peers come after those who were not asked so often. */
    private void drop(Attempt attempt) {
        sources.forEach((peer, source) -> {
            if (attempt.takesFrom(peer, source.length())) {
                source.endTurn();
            }
        });
        attempts.remove(attempt);
    }

    private Outcome liar(int peer) {
        left(peer);
        return new Outcome.Liar(peer);
    }
}
