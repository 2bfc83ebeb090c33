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
 * Model of the picker's rules, which checks each pick by looking at the whole state.
 *
 * <p>It does not choose: it checks whether the rules allow each picked block, and whether they require more.
 */
final class PickerModel {
    private static final long SECOND_NS = 1_000_000_000L;

    /** The model's record of a peer. */
    static final class Peer {
        final int number;
        final Bitfield pieces;
        final boolean contiguous;
        /** The piece that a contiguous peer started last. */
        int last = -1;
        long rate;
        /** Outstanding requests, and when they were sent. */
        final Map<Block, Long> requested = new LinkedHashMap<>();

        Peer(int number, Bitfield pieces, boolean contiguous) {
            this.number = number;
            this.pieces = pieces;
            this.contiguous = contiguous;
        }

        long outstanding() {
            return requested.keySet().stream().mapToLong(Block::length).sum();
        }
    }

    final PieceLayout layout;
    final DownloadingLimits limits;
    final boolean exactRarity;
    final Map<Integer, Peer> peers = new TreeMap<>();
    final Set<Integer> have = new HashSet<>();
    final Map<Integer, Priority> priorities = new HashMap<>();
    final Map<Integer, Long> deadlines = new HashMap<>();
    /** Received blocks, by downloading piece. */
    final Map<Integer, Set<Block>> downloading = new TreeMap<>();
    /** Downloading pieces that a contiguous peer has not begun to send. */
    private final Set<Integer> ahead = new HashSet<>();
    /** Pieces on parole, and the only peers that may send those that are downloading. */
    final Set<Integer> onParole = new HashSet<>();
    final Map<Integer, Integer> parolePeers = new HashMap<>();
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

    boolean isReceived(int piece) {
        return downloading.containsKey(piece)
                && downloading.get(piece).size() == layout.blockCount(piece);
    }

    boolean isMissing(int piece) {
        return !have.contains(piece) && (priority(piece) != Priority.SKIP
                || deadlines.containsKey(piece) || isReceived(piece));
    }

    boolean isBlockReceived(Block block) {
        return downloading.getOrDefault(block.piece(), Set.of()).contains(block);
    }

    List<Peer> requestedFrom(Block block) {
        return peers.values().stream().filter(peer -> peer.requested.containsKey(block)).toList();
    }

    boolean isUnrequested(Block block) {
        return !isBlockReceived(block) && requestedFrom(block).isEmpty();
    }

    private long downloadingCount() {
        return downloading.keySet().stream()
                .filter(piece -> !isReceived(piece) && !ahead.contains(piece)).count();
    }

    private long receivingCount() {
        return downloading.entrySet().stream()
                .filter(each -> !each.getValue().isEmpty() && !isReceived(each.getKey())).count();
    }

    boolean isFull() {
        return downloadingCount() >= limits.downloading() || receivingCount() >= limits.receiving();
    }

    boolean allRequested() {
        return pieces().filter(this::isMissing).boxed().flatMap(this::blocks)
                .noneMatch(this::isUnrequested);
    }

    private boolean maySend(Peer peer, int piece) {
        return isMissing(piece) && !isReceived(piece) && peer.pieces.has(piece)
                && parolePeers.getOrDefault(piece, peer.number) == peer.number;
    }

    /** Whether it is a downloading piece without a deadline, with an unrequested block that the peer may send. */
    private boolean isRequestableFrom(Peer peer, int piece) {
        return downloading.containsKey(piece) && !deadlines.containsKey(piece)
                && maySend(peer, piece)
                && blocks(piece).anyMatch(this::isUnrequested);
    }

    /** Whether the piece may be started with the peer; for pieces on parole only the picker knows. */
    private boolean isStartableWith(Peer peer, int piece) {
        return !downloading.containsKey(piece) && !deadlines.containsKey(piece)
                && !onParole.contains(piece) && maySend(peer, piece);
    }

    long availability(int piece) {
        return peers.values().stream()
                .filter(peer -> !peer.contiguous && !peer.pieces.isComplete()
                        && peer.pieces.has(piece))
                .count();
    }

    private long fastestRate(int piece) {
        return peers.values().stream().filter(peer -> peer.pieces.has(piece))
                .mapToLong(peer -> peer.rate).max().orElse(0);
    }

    /** Or the only peer that may send the piece. */
    private boolean isAmongFastest(Peer peer, int piece) {
        return parolePeers.containsKey(piece) || 2 * peer.rate >= fastestRate(piece);
    }

    private static void check(boolean holds, String rule, Object... of) {
        if (!holds) {
            throw new AssertionError(rule + ": " + List.of(of));
        }
    }

    /** Checks and applies what the picker gave up. */
    void abandoned(List<PiecePicker.AbandonedPiece> given) {
        for (PiecePicker.AbandonedPiece each : given) {
            Set<PiecePicker.Request> requests = new HashSet<>();
            for (Peer peer : peers.values()) {
                for (Block block : List.copyOf(peer.requested.keySet())) {
                    if (block.piece() == each.piece()) {
                        requests.add(new PiecePicker.Request(peer.number, block));
                        peer.requested.remove(block);
                    }
                }
            }
            check(requests.equals(new HashSet<>(each.requests())), "every request is cancelled",
                    each);
            check(downloading.remove(each.piece()) != null, "abandoned pieces were downloading",
                    each);
            parolePeers.remove(each.piece());
            ahead.remove(each.piece());
        }
    }

    /** To be called after requests ended: pieces of which none is left are not ahead any more. */
    void requestsEnded() {
        ahead.removeIf(piece -> blocks(piece).allMatch(block -> requestedFrom(block).isEmpty()));
    }

    void picked(Peer peer, long length, PiecePicker.Picked picked, long nowNs) {
        List<PiecePicker.AbandonedPiece> abandoned = picked.abandoned();
        boolean replacesIdle = !abandoned.isEmpty();
        if (replacesIdle) {
            check(abandoned.size() == 1 && peer.requested.isEmpty() && isFull(),
                    "only an idle peer replaces a piece", abandoned);
            check(downloading.containsKey(abandoned.getFirst().piece())
                    && !deadlines.containsKey(abandoned.getFirst().piece())
                    && abandoned.getFirst().requests().isEmpty(),
                    "only an idle piece is replaced", abandoned);
            check(pieces().noneMatch(piece -> isRequestableFrom(peer, piece)),
                    "a peer with requestable blocks replaces nothing", abandoned);
            abandoned(abandoned);
        }
        displaced(picked, nowNs);
        long left = length;
        for (Block block : picked.blocks()) {
            check(left > 0, "no more than the length", block);
            left -= block.length();
            checkBlock(peer, block, replacesIdle, nowNs);
        }
        boolean mayLackRoom = peer.contiguous && !picked.blocks().isEmpty()
                && left < layout.pieceLength();
        if (left > 0 && !mayLackRoom) {
            checkNothingRequestable(peer, replacesIdle);
        }
    }

    /** A third request for a block displaces an overdue one. */
    private void displaced(PiecePicker.Picked picked, long nowNs) {
        List<PiecePicker.Request> displaced = picked.displaced();
        check(displaced.stream().map(PiecePicker.Request::block).toList()
                .equals(picked.blocks().stream()
                        .filter(block -> requestedFrom(block).size() == 2).toList()),
                "only third requests displace",
                displaced);
        for (PiecePicker.Request each : displaced) {
            Long since = Objects.requireNonNull(peers.get(each.peer())).requested
                    .remove(each.block());
            check(since != null && nowNs - since >= SECOND_NS,
                    "only overdue requests are displaced", each);
        }
    }

    private void checkBlock(Peer peer, Block block, boolean replacesIdle, long nowNs) {
        int piece = block.piece();
        check(layout.isAligned(block) && !isBlockReceived(block) && maySend(peer, piece),
                "only missing blocks, from peers that may send them", peer.number, block);
        if (deadlines.containsKey(piece)) {
            checkTimeCritical(peer, block, nowNs);
        } else {
            check(requestedFrom(block).isEmpty(), "no block is requested twice", peer.number,
                    block);
            checkNoneTimeCritical(peer);
            checkOrder(peer, piece, replacesIdle);
            if (peer.contiguous && !downloading.containsKey(piece) && !onParole.contains(piece)
                    && !replacesIdle) {
                peer.last = piece;
                ahead.add(piece);
            }
        }
        request(peer, block, nowNs);
    }

    private void request(Peer peer, Block block, long nowNs) {
        if (downloading.putIfAbsent(block.piece(), new HashSet<>()) == null
                && onParole.contains(block.piece())) {
            parolePeers.put(block.piece(), peer.number);
        }
        peer.requested.put(block, nowNs);
    }

    private void checkTimeCritical(Peer peer, Block block, long nowNs) {
        int piece = block.piece();
        long deadlineNs = Objects.requireNonNull(deadlines.get(piece));
        double inTime = peer.rate * (deadlineNs - nowNs) / 1e9 - peer.outstanding();
        check(isAmongFastest(peer, piece) || inTime >= block.length() - 1,
                "time-critical blocks come from the fastest or in time", peer.number, block);
        List<Peer> others = requestedFrom(block);
        check(others.isEmpty() || (deadlineNs - nowNs <= SECOND_NS
                && isOverdueFromOthers(peer, block, nowNs)),
                "requested twice only when overdue", peer.number, block);
        check(deadlines.entrySet().stream()
                .filter(other -> Map.Entry.<Integer, Long>comparingByValue()
                        .thenComparing(Map.Entry.comparingByKey())
                        .compare(other, Map.entry(piece, deadlineNs)) < 0)
                .noneMatch(other -> isTimeCriticalFor(peer, other.getKey())),
                "the earliest deadline first", peer.number, block);
    }

    /** Whether it has a deadline, an unrequested block, and this peer among those that may send it. */
    private boolean isTimeCriticalFor(Peer peer, int piece) {
        boolean turnKnown = downloading.containsKey(piece) || !onParole.contains(piece);
        return deadlines.containsKey(piece) && turnKnown && maySend(peer, piece)
                && isAmongFastest(peer, piece) && blocks(piece).anyMatch(this::isUnrequested);
    }

    private void checkNoneTimeCritical(Peer peer) {
        check(deadlines.keySet().stream().noneMatch(piece -> isTimeCriticalFor(peer, piece)),
                "time-critical pieces go first", peer.number);
    }

    private void checkOrder(Peer peer, int piece, boolean replacesIdle) {
        Priority priority = priority(piece);
        boolean isNew = !downloading.containsKey(piece);
        check(pieces().filter(other -> isRequestableFrom(peer, other))
                .allMatch(other -> priority(other).compareTo(priority) < 0
                        || (priority(other) == priority && (!isNew || peer.contiguous
                                || (onlySeedsHave(piece) && !onlySeedsHave(other))))),
                "downloading pieces go first, after higher priorities", peer.number, piece);
        if (!isFull()) {
            check(pieces().filter(other -> isStartableWith(peer, other))
                    .allMatch(other -> priority(other).compareTo(priority) <= 0),
                    "the higher priority goes first", peer.number, piece);
        }
        boolean isItsOwn = piece == peer.last || parolePeers.containsKey(piece) || replacesIdle;
        if (peer.contiguous && !isNew && !isFull() && !isItsOwn) {
            check(pieces().noneMatch(other -> isStartableWith(peer, other)
                    && priority(other) == priority), "a contiguous peer starts whole pieces",
                    peer.number, piece);
        }
        if (!peer.contiguous && !isNew && !isFull() && knowsRarest()) {
            check(availability(piece) == 0
                    || pieces().noneMatch(other -> isStartableWith(peer, other)
                            && priority(other) == priority && availability(other) == 0),
                    "pieces that only seeds have go first", peer.number, piece);
        }
        if (isNew) {
            check(replacesIdle || !isFull(), "no more pieces are started than allowed", peer.number,
                    piece);
            if (!onParole.contains(piece)) {
                checkChoice(peer, piece);
            }
        }
    }

    private boolean onlySeedsHave(int piece) {
        return !sequential && availability(piece) == 0;
    }

    /** Whether nothing goes before the rarity order, and the whole order is looked at. */
    private boolean knowsRarest() {
        return exactRarity && !sequential && onParole.isEmpty() && receivedCount() >= 4;
    }

    private long receivedCount() {
        return have.size() + downloading.keySet().stream().filter(this::isReceived).count();
    }

    private void checkChoice(Peer peer, int piece) {
        List<Integer> choices = pieces().filter(other -> isStartableWith(peer, other)
                && priority(other) == priority(piece)).boxed().toList();
        if (sequential) {
            check(choices.getFirst() == piece, "in order", peer.number, piece, choices);
        } else if (peer.contiguous) {
            check(piece == peer.last + 1 || !choices.contains(peer.last + 1),
                    "a contiguous peer goes on", peer.number, piece, choices);
        } else if (receivedCount() >= 4 && exactRarity) {
            long fewest = choices.stream().mapToLong(this::availability).min().orElse(0);
            check(availability(piece) == fewest, "the rarest first", peer.number, piece, choices);
        }
    }

    private void checkNothingRequestable(Peer peer, boolean replacesIdle) {
        checkNoneTimeCritical(peer);
        check(pieces().noneMatch(piece -> isRequestableFrom(peer, piece)),
                "requestable blocks fill the length", peer.number);
        check(replacesIdle || isFull() || pieces().noneMatch(piece -> isStartableWith(peer, piece)),
                "startable pieces fill the length", peer.number, peer.contiguous, peer.last,
                pieces().filter(piece -> isStartableWith(peer, piece)).boxed().toList(),
                downloading, ahead, limits, deadlines, onParole, priorities);
        boolean anyIdle = downloading.keySet().stream()
                .anyMatch(piece -> !isReceived(piece) && !deadlines.containsKey(piece)
                        && blocks(piece).allMatch(block -> requestedFrom(block).isEmpty()));
        check(!anyIdle || !peer.requested.isEmpty()
                || pieces().noneMatch(piece -> isStartableWith(peer, piece)),
                "an idle peer replaces an idle piece", peer.number);
    }

    void pickedEndgame(Peer peer, PiecePicker.Picked picked, long nowNs) {
        boolean endGame = allRequested();
        check(picked.abandoned().isEmpty(), "endgame abandons nothing", picked);
        displaced(picked, nowNs);
        for (Block block : picked.blocks()) {
            List<Peer> others = requestedFrom(block);
            check(!isBlockReceived(block) && maySend(peer, block.piece()) && others.size() == 1
                    && !others.contains(peer), "endgame blocks are owed by one other", peer.number,
                    block);
            check(endGame || (isFull() && isOverdueFromOthers(peer, block, nowNs)),
                    "only in endgame, or overdue at the limit", peer.number, block);
            request(peer, block, nowNs);
        }
    }

    /** No request is overdue within a second. */
    private boolean isOverdueFromOthers(Peer peer, Block block, long nowNs) {
        List<Peer> others = requestedFrom(block);
        return !others.isEmpty() && !others.contains(peer)
                && others.stream().allMatch(other -> nowNs
                        - Objects.requireNonNull(other.requested.get(block)) >= SECOND_NS);
    }

    /** Returns the other peers from which the block was requested. */
    List<Integer> received(Peer peer, Block block) {
        Objects.requireNonNull(downloading.get(block.piece())).add(block);
        ahead.remove(block.piece());
        List<Integer> others = new ArrayList<>();
        for (Peer other : peers.values()) {
            if (other.requested.remove(block) != null && other != peer) {
                others.add(other.number);
            }
        }
        return others;
    }
}
