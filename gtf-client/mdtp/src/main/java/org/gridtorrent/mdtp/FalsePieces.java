package org.gridtorrent.mdtp;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.mdtp.file.PartialFile;
import org.gridtorrent.mdtp.schedule.ByteRange;
import org.gridtorrent.mdtp.schedule.RangeSet;

/**
 * Memory of false pieces, to find the replica that brought the false bytes.
 *
 * <p>Who brought a whole piece alone is known at once. Of a piece from several replicas the checksums of
 * their parts are kept, and compared when the piece has come true. Confined to the fetch's thread.
 */
final class FalsePieces {
    private final PartialFile file;
    private final Map<Integer, List<Suspect>> suspects = new HashMap<>();
    private final Map<Integer, Integer> failures = new HashMap<>();

    private record Suspect(ReplicaState replica, ByteRange range, int crc) {}

    FalsePieces(PartialFile file) {
        this.file = file;
    }

    /** The replica that brought all of the piece, if no other brought a byte of it. */
    static Optional<ReplicaState> soleSource(ByteRange piece, List<ReplicaState> replicas) {
        List<ReplicaState> sources = sources(piece, replicas);
        return sources.size() == 1
                && sources.getFirst().brought.contains(piece.start(), piece.end())
                        ? Optional.of(sources.getFirst())
                        : Optional.empty();
    }

    /** The replicas that brought bytes of the piece. */
    static List<ReplicaState> sources(ByteRange piece, List<ReplicaState> replicas) {
        return replicas.stream()
                .filter(replica -> replica.brought.intersects(piece.start(), piece.end()))
                .toList();
    }

    /** Remembers what each replica brought of a false piece; returns how often it was false. */
    int found(int number, ByteRange piece, List<ReplicaState> sources) throws IOException {
        List<Suspect> parts = suspects.computeIfAbsent(number, _ -> new ArrayList<>());
        for (ReplicaState replica : sources) {
            for (ByteRange part : within(piece, replica.brought)) {
                parts.add(new Suspect(replica, part, file.checksum(part)));
            }
        }
        return failures.merge(number, 1, Integer::sum);
    }

    private static List<ByteRange> within(ByteRange piece, RangeSet brought) {
        RangeSet parts = new RangeSet();
        brought.ranges().forEach(range -> parts.add(Math.max(range.start(), piece.start()),
                Math.min(range.end(), piece.end())));
        return parts.ranges();
    }

    /** Forgets a piece that has come true; returns the replicas that had brought other bytes of it. */
    List<ReplicaState> corrected(int number) throws IOException {
        List<Suspect> parts = suspects.remove(number);
        List<ReplicaState> guilty = new ArrayList<>();
        if (parts != null) {
            for (Suspect part : parts) {
                if (file.checksum(part.range) != part.crc && !guilty.contains(part.replica)) {
                    guilty.add(part.replica);
                }
            }
        }
        return guilty;
    }
}
