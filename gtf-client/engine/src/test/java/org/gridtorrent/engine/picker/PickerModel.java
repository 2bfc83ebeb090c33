package org.gridtorrent.engine.picker;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;

/**
 * What may be picked, told from the rules alone by looking at everything each time. It does not
 * choose: it says of each block that a picker chose whether the rules allow it, and of what a picker
 * left whether it should have.
 */
final class PickerModel {
    private static final long SECOND_NS = 1_000_000_000L;

    /** A peer as the model sees it. */
    static final class Peer {
        final int number;
        final Bitfield pieces;
        long rate;
        /** What it is asked for, and since when. */
        final Map<Block, Long> asked = new LinkedHashMap<>();

        Peer(int number, Bitfield pieces) {
            this.number = number;
            this.pieces = pieces;
        }

        long askedLength() {
            return asked.keySet().stream().mapToLong(Block::length).sum();
        }
    }

    final PieceLayout layout;
    final DownloadingLimits limits;
    final boolean exactRarity;
    final Map<Integer, Peer> peers = new TreeMap<>();
    final Set<Integer> done = new HashSet<>();
    final Map<Integer, Priority> priorities = new HashMap<>();
    final Map<Integer, Long> deadlines = new HashMap<>();
    /** Blocks that came, by begun piece. */
    final Map<Integer, Set<Block>> begun = new TreeMap<>();
    /** Pieces that failed, and who alone may bring them while they are begun. */
    final Set<Integer> failed = new HashSet<>();
    final Map<Integer, Integer> owners = new HashMap<>();
    boolean sequential;

    PickerModel(PieceLayout layout, DownloadingLimits limits, boolean exactRarity) {
        this.layout = layout;
        this.limits = limits;
        this.exactRarity = exactRarity;
    }

    IntStream pieces() {
        return IntStream.range(0, layout.pieceCount());
    }

    Stream<Block> blocks(int piece) {
        return IntStream.range(0, layout.blockCount(piece)).mapToObj(i -> layout.block(piece, i));
    }

    Priority priority(int piece) {
        return priorities.getOrDefault(piece, Priority.NORMAL);
    }

    boolean complete(int piece) {
        return begun.containsKey(piece) && begun.get(piece).size() == layout.blockCount(piece);
    }

    boolean missing(int piece) {
        return !done.contains(piece) && (priority(piece) != Priority.SKIP
                || deadlines.containsKey(piece) || complete(piece));
    }

    boolean received(Block block) {
        return begun.getOrDefault(block.piece(), Set.of()).contains(block);
    }

    List<Peer> asked(Block block) {
        return peers.values().stream().filter(peer -> peer.asked.containsKey(block)).toList();
    }

    boolean unasked(Block block) {
        return !received(block) && asked(block).isEmpty();
    }

    private long incompleteCount() {
        return begun.keySet().stream().filter(piece -> !complete(piece)).count();
    }

    private long growingCount() {
        return begun.entrySet().stream()
                .filter(each -> !each.getValue().isEmpty() && !complete(each.getKey())).count();
    }

    boolean full() {
        return incompleteCount() >= limits.begun() || growingCount() >= limits.growing();
    }

    boolean nothingUnasked() {
        return pieces().filter(this::missing).boxed().flatMap(this::blocks)
                .noneMatch(this::unasked);
    }

    private boolean mayBring(Peer peer, int piece) {
        return missing(piece) && !complete(piece) && peer.pieces.has(piece)
                && owners.getOrDefault(piece, peer.number) == peer.number;
    }

    /** A begun piece, with no deadline, of which the peer may be asked a block that nobody is. */
    private boolean isOpenTo(Peer peer, int piece) {
        return begun.containsKey(piece) && !deadlines.containsKey(piece) && mayBring(peer, piece)
                && blocks(piece).anyMatch(this::unasked);
    }

    /** One that the peer could begin; of suspects only the picker knows whose turn it is. */
    private boolean isNewTo(Peer peer, int piece) {
        return !begun.containsKey(piece) && !deadlines.containsKey(piece)
                && !failed.contains(piece) && mayBring(peer, piece);
    }

    long holders(int piece) {
        return peers.values().stream()
                .filter(peer -> !peer.pieces.isComplete() && peer.pieces.has(piece)).count();
    }

    private long best(int piece) {
        return peers.values().stream().filter(peer -> peer.pieces.has(piece))
                .mapToLong(peer -> peer.rate).max().orElse(0);
    }

    /** Or it is the only one that may bring it. */
    private boolean isAmongFastest(Peer peer, int piece) {
        return owners.containsKey(piece) || 2 * peer.rate >= best(piece);
    }

    private static void check(boolean holds, String rule, Object... of) {
        if (!holds) {
            throw new AssertionError(rule + ": " + List.of(of));
        }
    }

    /** Checks and takes over what the picker gave up on its own account. */
    void abandoned(List<PiecePicker.Abandoned> given) {
        for (PiecePicker.Abandoned each : given) {
            Set<PiecePicker.Ask> asks = new HashSet<>();
            for (Peer peer : peers.values()) {
                for (Block block : List.copyOf(peer.asked.keySet())) {
                    if (block.piece() == each.piece()) {
                        asks.add(new PiecePicker.Ask(peer.number, block));
                        peer.asked.remove(block);
                    }
                }
            }
            check(asks.equals(new HashSet<>(each.asks())), "every request is cancelled", each);
            check(begun.remove(each.piece()) != null, "what is abandoned was begun", each);
            owners.remove(each.piece());
        }
    }

    void picked(Peer peer, long length, PiecePicker.Picked picked, long nowNs) {
        List<PiecePicker.Abandoned> abandoned = picked.abandoned();
        boolean displaces = !abandoned.isEmpty();
        if (displaces) {
            check(abandoned.size() == 1 && peer.asked.isEmpty() && full(),
                    "only an idle peer displaces", abandoned);
            check(begun.containsKey(abandoned.getFirst().piece())
                    && !deadlines.containsKey(abandoned.getFirst().piece())
                    && abandoned.getFirst().asks().isEmpty(),
                    "only what nobody is asked for is displaced", abandoned);
            check(pieces().noneMatch(piece -> isOpenTo(peer, piece)),
                    "who can go on displaces nothing", abandoned);
            abandoned(abandoned);
        }
        displaced(picked, nowNs);
        long left = length;
        for (Block block : picked.blocks()) {
            check(left > 0, "no more than the given length", block);
            left -= block.length();
            take(peer, block, displaces, nowNs);
        }
        if (left > 0) {
            checkNothingLeft(peer, displaces);
        }
    }

    /** Where two were asked already, one of them who is late is asked no more. */
    private void displaced(PiecePicker.Picked picked, long nowNs) {
        List<PiecePicker.Ask> displaced = picked.displaced();
        check(displaced.stream().map(PiecePicker.Ask::block).toList()
                .equals(picked.blocks().stream()
                        .filter(block -> asked(block).size() == 2).toList()),
                "two have a block",
                displaced);
        for (PiecePicker.Ask each : displaced) {
            Long since = Objects.requireNonNull(peers.get(each.peer())).asked.remove(each.block());
            check(since != null && nowNs - since >= SECOND_NS, "who is late loses a place", each);
        }
    }

    private void take(Peer peer, Block block, boolean displaces, long nowNs) {
        int piece = block.piece();
        check(layout.isAligned(block) && !received(block) && mayBring(peer, piece),
                "only what is missing, of who has it and may bring it", peer.number, block);
        if (deadlines.containsKey(piece)) {
            checkUrgent(peer, block, nowNs);
        } else {
            check(asked(block).isEmpty(), "nothing is asked twice", peer.number, block);
            checkNoneUrgent(peer);
            checkOrder(peer, piece, displaces);
        }
        ask(peer, block, nowNs);
    }

    private void ask(Peer peer, Block block, long nowNs) {
        if (begun.putIfAbsent(block.piece(), new HashSet<>()) == null
                && failed.contains(block.piece())) {
            owners.put(block.piece(), peer.number);
        }
        peer.asked.put(block, nowNs);
    }

    private void checkUrgent(Peer peer, Block block, long nowNs) {
        int piece = block.piece();
        long deadlineNs = Objects.requireNonNull(deadlines.get(piece));
        double inTime = peer.rate * (deadlineNs - nowNs) / 1e9 - peer.askedLength();
        check(isAmongFastest(peer, piece) || inTime >= block.length() - 1,
                "what is waited for comes from the fastest or in time", peer.number, block);
        List<Peer> others = asked(block);
        check(others.isEmpty() || (deadlineNs - nowNs <= SECOND_NS
                && isOverdueFromOthers(peer, block, nowNs)),
                "asked twice only when late", peer.number, block);
        check(deadlines.entrySet().stream()
                .filter(other -> Map.Entry.<Integer, Long>comparingByValue()
                        .thenComparing(Map.Entry.comparingByKey())
                        .compare(other, Map.entry(piece, deadlineNs)) < 0)
                .noneMatch(other -> isUrgentTo(peer, other.getKey())),
                "the earliest deadline first", peer.number, block);
    }

    /** Waited for, open, and this peer among those that are to bring it. */
    private boolean isUrgentTo(Peer peer, int piece) {
        boolean turnKnown = begun.containsKey(piece) || !failed.contains(piece);
        return deadlines.containsKey(piece) && turnKnown && mayBring(peer, piece)
                && isAmongFastest(peer, piece) && blocks(piece).anyMatch(this::unasked);
    }

    private void checkNoneUrgent(Peer peer) {
        check(deadlines.keySet().stream().noneMatch(piece -> isUrgentTo(peer, piece)),
                "what is waited for goes first", peer.number);
    }

    private void checkOrder(Peer peer, int piece, boolean displaces) {
        Priority priority = priority(piece);
        boolean isNew = !begun.containsKey(piece);
        check(pieces().filter(other -> isOpenTo(peer, other))
                .allMatch(other -> priority(other).compareTo(priority) < 0
                        || (priority(other) == priority
                                && (!isNew || (onlySeedsHave(piece) && !onlySeedsHave(other))))),
                "what is begun goes first, the greater priority before it", peer.number, piece);
        if (!full()) {
            check(pieces().filter(other -> isNewTo(peer, other))
                    .allMatch(other -> priority(other).compareTo(priority) <= 0),
                    "the greater priority goes first", peer.number, piece);
        }
        if (!isNew && !full() && knowsTheRarest()) {
            check(holders(piece) == 0 || pieces().noneMatch(other -> isNewTo(peer, other)
                    && priority(other) == priority && holders(other) == 0),
                    "what only seeds have goes first", peer.number, piece);
        }
        if (isNew) {
            check(displaces || !full(), "no more are begun than may be", peer.number, piece);
            if (!failed.contains(piece)) {
                checkChoice(peer, piece);
            }
        }
    }

    private boolean onlySeedsHave(int piece) {
        return !sequential && holders(piece) == 0;
    }

    /** Nothing comes before the order of rarity, and it is looked through whole. */
    private boolean knowsTheRarest() {
        return exactRarity && !sequential && failed.isEmpty() && wholeCount() >= 4;
    }

    private long wholeCount() {
        return done.size() + begun.keySet().stream().filter(this::complete).count();
    }

    private void checkChoice(Peer peer, int piece) {
        List<Integer> choices = pieces().filter(other -> isNewTo(peer, other)
                && priority(other) == priority(piece)).boxed().toList();
        if (sequential) {
            check(choices.getFirst() == piece, "in order", peer.number, piece, choices);
        } else if (wholeCount() >= 4 && exactRarity) {
            long fewest = choices.stream().mapToLong(this::holders).min().orElse(0);
            check(holders(piece) == fewest, "the rarest first", peer.number, piece, choices);
        }
    }

    private void checkNothingLeft(Peer peer, boolean displaces) {
        checkNoneUrgent(peer);
        check(pieces().noneMatch(piece -> isOpenTo(peer, piece)),
                "who has room is given what is begun", peer.number);
        check(displaces || full() || pieces().noneMatch(piece -> isNewTo(peer, piece)),
                "who has room is given something to begin", peer.number);
        boolean anyIdle = begun.keySet().stream()
                .anyMatch(piece -> !complete(piece) && !deadlines.containsKey(piece)
                        && blocks(piece).allMatch(block -> asked(block).isEmpty()));
        check(!anyIdle || !peer.asked.isEmpty()
                || pieces().noneMatch(piece -> isNewTo(peer, piece)),
                "an idle peer displaces what lies idle", peer.number);
    }

    void pickedLate(Peer peer, PiecePicker.Picked picked, long nowNs) {
        boolean endGame = nothingUnasked();
        check(picked.abandoned().isEmpty(), "late abandons nothing", picked);
        displaced(picked, nowNs);
        for (Block block : picked.blocks()) {
            List<Peer> others = asked(block);
            check(!received(block) && mayBring(peer, block.piece()) && others.size() == 1
                    && !others.contains(peer), "late is what one other owes", peer.number, block);
            check(endGame || (full() && isOverdueFromOthers(peer, block, nowNs)),
                    "late only in the end-game, or when overdue and full", peer.number, block);
            ask(peer, block, nowNs);
        }
    }

    /** Nothing is overdue within a second. */
    private boolean isOverdueFromOthers(Peer peer, Block block, long nowNs) {
        List<Peer> others = asked(block);
        return !others.isEmpty() && !others.contains(peer)
                && others.stream().allMatch(other -> nowNs
                        - Objects.requireNonNull(other.asked.get(block)) >= SECOND_NS);
    }

    /** The block came: gives who else was asked for it. */
    List<Integer> received(Peer peer, Block block) {
        Objects.requireNonNull(begun.get(block.piece())).add(block);
        List<Integer> others = new ArrayList<>();
        for (Peer other : peers.values()) {
            if (other.asked.remove(block) != null && other != peer) {
                others.add(other.number);
            }
        }
        return others;
    }
}
