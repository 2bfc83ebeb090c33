package org.gridtorrent.mdtp;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.gridtorrent.mdtp.checksum.Checksum;
import org.gridtorrent.mdtp.checksum.HashType;
import org.gridtorrent.mdtp.checksum.PieceHashes;
import org.gridtorrent.mdtp.http.AddressPolicy;
import org.gridtorrent.mdtp.http.MetalinkHeaders;
import org.gridtorrent.mdtp.http.Replica;
import org.gridtorrent.mdtp.http.WebDocument;
import org.gridtorrent.mdtp.metalink.HttpMetalink;
import org.gridtorrent.mdtp.metalink.HttpMetalink.Link;
import org.gridtorrent.mdtp.metalink.MetalinkException;
import org.gridtorrent.mdtp.metalink.MetalinkReader;

/**
 * Discovery of further replicas and of the file's checksums in the headers of responses (RFC 6249).
 *
 * <p>Only replicas that the caller of the fetch named are believed, each once: others could go on naming more.
 * Of the Metalinks that they name one is read; one that cannot be read is left out. Checksums that contradict
 * each other count for nothing. Confined to the fetch's thread.
 */
final class Discovery {
    /** Replicas that servers may add to a fetch. */
    private static final int MAX_REPLICAS = 16;
    /** Bytes of a Metalink of one file. */
    private static final int MAX_METALINK = 8 << 20;

    private final Consumer<FetchMessage> fetch;
    private final Set<URI> known = new HashSet<>();
    private final Set<ReplicaState> unheard;
    private final Map<HashType, Set<Checksum>> checksums = new EnumMap<>(HashType.class);
    private Optional<PieceHashes> pieces = Optional.empty();
    private Optional<String> checksumServer = Optional.empty();
    private boolean hasMetalink;
    private int added;

    /**
     * @param named replicas that the caller of the fetch named
     * @param fetch told of the Metalink, on another thread
     */
    Discovery(List<ReplicaState> named, Consumer<FetchMessage> fetch) {
        this.fetch = fetch;
        unheard = new HashSet<>(named);
        named.forEach(each -> known.add(each.replica.uri()));
    }

    /** Reads the headers of a replica's first response; returns the replicas that they add. */
    List<Replica> read(ReplicaState from, List<MetalinkHeaders> headers) {
        if (!unheard.remove(from)) {
            return List.of();
        }
        headers.forEach(header -> known.add(header.base()));
        HttpMetalink found = HttpMetalink.of(headers);
        add(from, found.checksums());
        if (!hasMetalink && !found.documents().isEmpty()) {
            hasMetalink = true;
            request(from, found.documents().getFirst());
        }
        return added(from, found.replicas());
    }

    private void add(ReplicaState from, List<Checksum> found) {
        for (Checksum checksum : found) {
            checksums.computeIfAbsent(checksum.type(), _ -> new HashSet<>()).add(checksum);
            checksumServer = checksumServer.or(() -> Optional.of(from.replica.toString()));
        }
    }

    private List<Replica> added(ReplicaState from, List<Link> links) {
        List<Replica> replicas = new ArrayList<>();
        for (Link link : links) {
            if (added < MAX_REPLICAS && known.add(link.uri())) {
                added++;
                replicas.add(from.replica.at(link.uri(), link.policy()));
            }
        }
        return replicas;
    }

    /** Reads a Metalink on a thread of its own. */
    private void request(ReplicaState from, Link link) {
        Replica place = from.replica.at(link.uri(), link.policy());
        Thread.ofVirtual().name("Metalink at " + place).start(() -> {
            try {
                WebDocument document = WebDocument.read(place, MAX_METALINK);
                AddressPolicy policy = document.linkPolicy();
                MetalinkReader.parse(document.bytes(), document.address())
                        .file(nameOf(from.replica.uri()))
                        .ifPresent(file -> fetch
                                .accept(new FetchMessage.Described(from, file, policy)));
            } catch (IOException | MetalinkException e) {
                return; // the headers have to do
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private static String nameOf(URI uri) {
        return uri.getPath().substring(uri.getPath().lastIndexOf('/') + 1);
    }

    /** Takes what a Metalink says of the file; returns the replicas that it adds. */
    List<Replica> read(FetchMessage.Described described) {
        add(described.from(), described.file().checksums());
        if (described.file().pieces().isPresent()) {
            pieces = described.file().pieces();
            checksumServer = checksumServer
                    .or(() -> Optional.of(described.from().replica.toString()));
        }
        return added(described.from(), described.file().urls().stream()
                .map(url -> new Link(url.uri(), described.policy())).toList());
    }

    /** Checksum of the preferred type that was named; empty if servers contradict each other. */
    Optional<Checksum> checksum() {
        boolean isContradictory = checksums.values().stream().anyMatch(all -> all.size() > 1);
        return isContradictory
                ? Optional.empty()
                : checksums.values().stream().flatMap(Set::stream).findFirst();
    }

    Optional<PieceHashes> pieces() {
        return pieces;
    }

    /** The replica that named the first checksum, without its address's query. */
    Optional<String> checksumServer() {
        return checksumServer;
    }
}
