package org.gridtorrent.mdtp.metalink;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.gridtorrent.mdtp.checksum.Checksum;
import org.gridtorrent.mdtp.checksum.PieceHashes;
import org.gridtorrent.metainfo.SafePath;

/**
 * File in a Metalink: what it is named, how it is verified, and where it is.
 *
 * @param path below the folder that the Metalink's files are put into
 * @param checksums of the whole file, the preferred type first
 * @param urls by priority, the first one first
 */
public record MetalinkFile(SafePath path, OptionalLong length, List<Checksum> checksums,
        Optional<PieceHashes> pieces, List<MetalinkUrl> urls) {

    public MetalinkFile {
        checksums = checksums.stream().sorted(Comparator.comparing(Checksum::type)).toList();
        urls = urls.stream().sorted(Comparator.comparingInt(MetalinkUrl::priority)).toList();
    }
}
