package org.gridtorrent.mdtp;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.gridtorrent.mdtp.FetchException.Reason;
import org.gridtorrent.mdtp.FetchResult.SentRequest;
import org.gridtorrent.mdtp.FetchStatus.Phase;
import org.gridtorrent.mdtp.checksum.Checksum;
import org.gridtorrent.mdtp.checksum.PieceHashes;
import org.gridtorrent.mdtp.file.PartialFile;
import org.gridtorrent.mdtp.http.RangeResponse;
import org.gridtorrent.mdtp.http.Replica;
import org.gridtorrent.mdtp.schedule.ByteRange;
import org.gridtorrent.mdtp.schedule.RangeSet;

/**
 * What a fetch knows: its replicas, and which bytes are there.
 *
 * <p>Confined to the fetch's thread, but for {@link #messages}.
 */
final class FetchState implements AutoCloseable {
    /** Grows when servers name further replicas. */
    final List<ReplicaState> replicas;
    final Discovery discovery;
    final PartialFile file;
    final FetchOptions options;
    /** What other threads tell. */
    final BlockingQueue<FetchMessage> messages = new LinkedBlockingQueue<>();
    /** Bytes of the file that are there, synced or not. */
    final RangeSet written = new RangeSet();
    /** Those of them that an earlier fetch brought; what came from each replica is with that, too. */
    final RangeSet earlier = new RangeSet();
    final LengthVote length;
    final List<SentRequest> sent = new ArrayList<>();
    final FalsePieces falsePieces;
    long wasted;
    /** Bytes of an earlier fetch that were given up, since no replica has them so. */
    long dropped;
    /** When a byte came that was missing. */
    long lastByteNs;

    private Optional<PieceVerifier> pieces = Optional.empty();

    FetchState(List<Replica> replicas, PartialFile file, FetchOptions options) {
        this.replicas = new ArrayList<>(replicas.stream().map(ReplicaState::new).toList());
        discovery = new Discovery(this.replicas, messages::add);
        this.file = file;
        this.options = options;
        falsePieces = new FalsePieces(file);
        for (ByteRange range : file.present()) {
            written.add(range.start(), range.end());
            earlier.add(range.start(), range.end());
        }
        this.replicas.forEach(this::attribute);
        length = new LengthVote(options.fileLength(),
                earlier.isEmpty() ? OptionalLong.empty() : file.length());
    }

    /** Notes what an earlier fetch had from the replica. */
    private void attribute(ReplicaState state) {
        state.earlier.addAll(file.presentFrom(state.replica.uri().toString()));
    }

    /** What an earlier fetch had from addresses that are not named now, or not known any more. */
    RangeSet earlierOfOthers() {
        RangeSet others = new RangeSet();
        others.addAll(earlier);
        replicas.forEach(each -> others.removeAll(each.earlier, 0, Long.MAX_VALUE));
        return others;
    }

    OptionalLong fileLength() {
        return length.chosen();
    }

    /** Notes the chosen length, and begins to verify pieces if their hashes are known. */
    void noteLength() throws IOException {
        long known = fileLength().orElseThrow();
        file.setLength(known);
        Optional<PieceHashes> hashes = pieceHashes().filter(all -> all.covers(known));
        if (pieces.isEmpty() && hashes.isPresent()) {
            PieceVerifier verifier = new PieceVerifier(hashes.get(), file, known, messages::add);
            pieces = Optional.of(verifier);
            written.ranges().forEach(range -> verifier.arrived(range, written));
        }
    }

    Optional<PieceVerifier> pieces() {
        return pieces;
    }

    /** Checksum that the fetch was told of, or else the one that the servers name. */
    Optional<Checksum> checksum() {
        return options.verifies() ? options.checksum() : discovery.checksum();
    }

    /** Hashes of pieces that the fetch was told of, or else those that the servers name. */
    private Optional<PieceHashes> pieceHashes() {
        return options.verifies() ? options.pieces() : discovery.pieces();
    }

    /** Whether the bytes are checked in the end, so that false ones are found. */
    boolean isVerifiable() {
        return checksum().isPresent() || pieceHashes().isPresent();
    }

    /** Notes the checksum, which identifies the file; false if an earlier fetch had another one. */
    boolean noteChecksum() throws IOException {
        return checksum().isEmpty() || file.note(
                "checksum " + checksum().get().type().textualName(), checksum().get().hex());
    }

    /** Notes the address of a replica, which identifies the fetch. */
    void noteAddress(Replica replica) throws IOException {
        if (!hasNotedAddress(replica)) {
            file.note("address " + replica.uri(), "");
        }
    }

    boolean hasNotedAddress(Replica replica) {
        return file.hasNote("address " + replica.uri());
    }

    /** Reads what a response says of the file; returns whether it named further replicas. */
    boolean discover(ReplicaState from, RangeResponse response) throws IOException {
        boolean wasVerifiable = isVerifiable();
        return join(discovery.read(from, response.metalinkHeaders()), wasVerifiable);
    }

    /** Takes what a Metalink says of the file; returns whether it named further replicas. */
    boolean discover(FetchMessage.Described described) throws IOException {
        OptionalLong describedLength = described.file().length();
        if (fileLength().isEmpty() || (describedLength.isPresent()
                && !describedLength.equals(fileLength()))) {
            return false; // of another version
        }
        boolean wasVerifiable = isVerifiable();
        List<Replica> found = discovery.read(described);
        noteLength(); // begins to verify pieces
        return join(found, wasVerifiable);
    }

    private boolean join(List<Replica> found, boolean wasVerifiable) throws IOException {
        if (!wasVerifiable && !noteChecksum() && !earlier.isEmpty()) {
            throw failure(Reason.OTHER_FILE_PRESENT);
        }
        for (Replica replica : found) {
            ReplicaState joined = new ReplicaState(replica);
            if (!earlier.isEmpty()) {
                attribute(joined);
            }
            replicas.add(joined);
            noteAddress(replica);
        }
        return !found.isEmpty();
    }

    /** Notes bytes that are written; returns how many were missing. */
    long arrived(ReplicaState replica, long start, long end) {
        ByteRange range = new ByteRange(start, end);
        replica.brought.add(start, end);
        long added = written.add(start, end);
        if (added == range.length()) {
            pieces.ifPresent(all -> all.arrived(range, written));
        } else {
            wasted += range.length() - added;
            pieces.ifPresent(all -> all.overwritten(range, written));
        }
        return added;
    }

    /** Notes bytes that were written after the scheduler had given up their request. */
    void writtenLate(ReplicaState replica, long start, long end) {
        replica.brought.add(start, end);
        wasted += end - start;
        pieces.ifPresent(all -> all.overwritten(new ByteRange(start, end), written));
    }

    /** Forgets bytes that are false; returns how many counted as there. */
    long reject(ByteRange range) throws IOException {
        file.reject(range);
        long lost = written.remove(range.start(), range.end());
        wasted += lost;
        earlier.remove(range.start(), range.end());
        for (ReplicaState replica : replicas) {
            replica.brought.remove(range.start(), range.end());
            replica.earlier.remove(range.start(), range.end());
        }
        return lost;
    }

    /** Forgets these bytes. */
    void reject(RangeSet bytes) throws IOException {
        for (ByteRange range : bytes.ranges()) {
            reject(range);
        }
    }

    /** Forgets the bytes that several replicas brought: either may have been written last. */
    void rejectShared() throws IOException {
        RangeSet once = new RangeSet();
        RangeSet shared = new RangeSet();
        for (ReplicaState replica : replicas) {
            RangeSet repeated = replica.allBrought();
            RangeSet fresh = replica.allBrought();
            fresh.removeAll(once, 0, Long.MAX_VALUE);
            repeated.removeAll(fresh, 0, Long.MAX_VALUE);
            once.addAll(fresh);
            shared.addAll(repeated);
        }
        reject(shared);
    }

    /** Forgets bytes of an earlier fetch that no replica has so. */
    void dropEarlier(RangeSet bytes) throws IOException {
        dropped += bytes.length();
        reject(bytes);
    }

    /** Forgets all bytes. No request may be open. */
    void rejectAll() throws IOException {
        wasted += written.remove(0, Long.MAX_VALUE);
        earlier.remove(0, Long.MAX_VALUE);
        for (ReplicaState replica : replicas) {
            replica.brought.remove(0, Long.MAX_VALUE);
            replica.earlier.remove(0, Long.MAX_VALUE);
        }
        pieces.ifPresent(PieceVerifier::close);
        pieces = Optional.empty();
        file.clear();
    }

    /** Bytes that came over the network. */
    long received() {
        return replicas.stream().mapToLong(ReplicaState::bytes).sum();
    }

    FetchException failure(Reason reason) {
        return new FetchException(reason,
                status(Phase.FETCHING, System.nanoTime()).replicas(), null);
    }

    FetchStatus status(Phase phase, long nowNs) {
        return new FetchStatus(phase, fileLength(), written.length(), wasted, dropped,
                file.isDiskFull(),
                replicas.stream().map(state -> state.status(nowNs)).toList());
    }

    @Override
    public void close() {
        pieces.ifPresent(PieceVerifier::close);
    }
}
