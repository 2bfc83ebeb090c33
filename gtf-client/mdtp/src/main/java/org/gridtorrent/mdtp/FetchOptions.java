package org.gridtorrent.mdtp;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.gridtorrent.mdtp.checksum.Checksum;
import org.gridtorrent.mdtp.checksum.PieceHashes;
import org.gridtorrent.mdtp.metalink.MetalinkFile;

/**
 * Options of a fetch: the known properties of the file, and the time limit.
 *
 * @param fileLength if it is known
 * @param checksum of the whole file, if it is known
 * @param pieces hashes of its pieces, if they are known
 * @param patience time after which a fetch fails that receives nothing from any replica
 */
public record FetchOptions(OptionalLong fileLength, Optional<Checksum> checksum,
        Optional<PieceHashes> pieces, Duration patience) {

    /** Knows nothing of the file. */
    public static final FetchOptions DEFAULTS = new FetchOptions(OptionalLong.empty(),
            Optional.empty(), Optional.empty(), Duration.ofSeconds(60));

    /** Knows of the file what a Metalink says of it. */
    public FetchOptions withMetalink(MetalinkFile file) {
        return new FetchOptions(file.length(), file.checksums().stream().findFirst(),
                file.pieces(), patience);
    }

    /** Whether a checksum of the file or of its pieces is known. */
    public boolean verifies() {
        return checksum.isPresent() || pieces.isPresent();
    }

    public FetchOptions withChecksum(Checksum known) {
        return new FetchOptions(fileLength, Optional.of(known), pieces, patience);
    }

    public FetchOptions withPieces(PieceHashes known) {
        return new FetchOptions(fileLength, checksum, Optional.of(known), patience);
    }

    public FetchOptions withFileLength(long known) {
        return new FetchOptions(OptionalLong.of(known), checksum, pieces, patience);
    }

    public FetchOptions withPatience(Duration other) {
        return new FetchOptions(fileLength, checksum, pieces, other);
    }
}
