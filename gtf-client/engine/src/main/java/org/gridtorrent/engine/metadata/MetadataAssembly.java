package org.gridtorrent.engine.metadata;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gridtorrent.engine.wire.MetadataMessage;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.metainfo.Metainfo;
import org.jspecify.annotations.Nullable;

/**
 * Decides which block of an info dictionary is asked of which peer, and puts the answers together
 * (BEP 9). No I/O; time is passed in. For one thread.
 *
 * <p>How long the dictionary is, only peers say, and only the whole of it can be checked. So there is
 * one attempt at a time: with the length that most peers tell, of all those peers at once. When its
 * bytes do not match the info-hash and they came from one peer, that peer lies and is out. When they
 * came from several, nobody knows who lied: from then on each attempt is made with one peer alone,
 * until one tells the truth.
 *
 * <p>What is held is what has come, one attempt's blocks, at most {@link Metainfo#MAX_ENCODED_LENGTH}
 * bytes; a length that is only claimed costs a bit for each block.
 */
public final class MetadataAssembly {
    /** Blocks that a peer may owe; stock clients let more wait. */
    private static final int MAX_OWED = 8;

    private final InfoHash wanted;
    private final Map<Integer, Source> sources = new LinkedHashMap<>();
    private @Nullable Attempt attempt;
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
        Source source = sources.remove(peer);
        if (source != null) {
            release(source);
        }
        if (attempt != null && attempt.isOfAlone(peer)) {
            attempt = null;
        }
    }

    private void release(Source source) {
        if (attempt != null) {
            attempt.giveBack(source.owed());
        }
        source.owed().clear();
    }

    /** How many peers hand out. */
    public int sourceCount() {
        return sources.size();
    }

    /** Bytes that have come of the attempt under way. */
    public long received() {
        return attempt == null ? 0 : attempt.received();
    }

    /** Whether any peer owes an answer. */
    public boolean isAsking() {
        return sources.values().stream().anyMatch(source -> !source.owed().isEmpty());
    }

    /** What to ask now; it counts as asked. */
    public List<Ask> asks(long nowNs) {
        for (Source source : sources.values()) {
            if (source.isSilent(nowNs)) {
                release(source);
                source.rest(nowNs);
            }
        }
        if (!isUnderWay(nowNs)) {
            begin(nowNs);
        }
        List<Ask> asks = new ArrayList<>();
        Attempt current = attempt;
        if (current != null) {
            sources.forEach((peer, source) -> {
                if (current.takesFrom(peer, source.length()) && source.isReady(nowNs)) {
                    ask(current, peer, source, nowNs, asks);
                }
            });
        }
        return asks;
    }

    private static void ask(Attempt current, int peer, Source source, long nowNs,
            List<Ask> asks) {
        while (source.owed().size() < MAX_OWED) {
            int block = current.takeFree();
            if (block < 0) {
                return;
            }
            source.asked(block, nowNs);
            asks.add(new Ask(peer, block));
        }
    }

    /** Whether there is an attempt of whose peers one is ready. */
    private boolean isUnderWay(long nowNs) {
        Attempt current = attempt;
        return current != null && sources.entrySet().stream().anyMatch(
                entry -> current.takesFrom(entry.getKey(), entry.getValue().length())
                        && entry.getValue().isReady(nowNs));
    }

    /** What came of the one before is given up when there is somebody to begin anew with. */
    private void begin(long nowNs) {
        Map<Integer, Integer> votes = new LinkedHashMap<>();
        Map<Integer, Integer> first = new HashMap<>();
        sources.forEach((peer, source) -> {
            if (source.isReady(nowNs)) {
                votes.merge(source.length(), 1, Integer::sum);
                first.putIfAbsent(source.length(), peer);
            }
        });
        votes.entrySet().stream().max(Map.Entry.comparingByValue()).ifPresent(most -> {
            sources.values().forEach(source -> source.owed().clear());
            attempt = new Attempt(most.getKey(), oneAtATime ? first.get(most.getKey()) : null);
        });
    }

    /** The peer does not hand the block out: not now, perhaps later. */
    public void refused(int peer, int block, long nowNs) {
        Source source = sources.get(peer);
        if (source != null && source.owed().contains(block)) {
            release(source);
            source.rest(nowNs);
        }
    }

    /** A block has come. */
    public Outcome received(int peer, MetadataMessage.Data data, long nowNs) {
        Source source = sources.get(peer);
        Attempt current = attempt;
        if (source == null || current == null || !source.answered(data.block(), nowNs)) {
            return new Outcome.GoesOn();
        }
        if (!current.fits(data)) {
            return liar(peer);
        }
        current.put(peer, data);
        return current.isWhole() ? judge(current) : new Outcome.GoesOn();
    }

    private Outcome judge(Attempt whole) {
        byte[] info = whole.joined();
        attempt = null;
        if (wanted.isOf(info)) {
            return new Outcome.Complete(info);
        }
        oneAtATime = true;
        return whole.contributors().size() == 1
                ? liar(whole.contributors().iterator().next())
                : new Outcome.GoesOn();
    }

    private Outcome liar(int peer) {
        left(peer);
        return new Outcome.Liar(peer);
    }
}
