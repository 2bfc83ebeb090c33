package org.gridtorrent.ccm.dataset.file;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.replica.Replicas;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.ui.Messages;
import org.gridtorrent.mdtp.checksum.Checksum;
import org.gridtorrent.mdtp.checksum.HashType;
import org.gridtorrent.mdtp.checksum.PieceHashes;
import org.gridtorrent.mdtp.metalink.Metalink;
import org.gridtorrent.mdtp.metalink.MetalinkFile;
import org.gridtorrent.mdtp.metalink.MetalinkUrl;
import org.gridtorrent.mdtp.metalink.MetalinkWriter;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoFile;
import org.gridtorrent.metainfo.WebSeedUri;
import org.gridtorrent.metainfo.address.ServerUri;

/**
 * Metalinks of data sets (RFC 5854): lengths, hashes and addresses of their files, at checked replicas and, where
 * the site serves files, at the site.
 *
 * <p>The site's own addresses come last; they are those of the REST interface and need a token. Pieces' hashes are
 * named of files whose own pieces are those of the content.
 */
public final class Metalinks {
    private static final int MAX_ADDRESSES = 200_000;
    private static final int MAX_PIECES = 100_000;
    private static final int REPLICA_PRIORITY = 1;
    private static final int SITE_PRIORITY = 2;

    private final Manifests manifests;
    private final Replicas replicas;
    private final Downloads downloads;
    private final Messages messages;
    private final URI pagesUrl;

    public Metalinks(Manifests manifests, Replicas replicas, Downloads downloads,
            Messages messages, URI pagesUrl) {
        this.manifests = manifests;
        this.replicas = replicas;
        this.downloads = downloads;
        this.messages = messages;
        this.pagesUrl = pagesUrl;
    }

    /** Document about a content that the reader was found to be allowed to see; 404 until it is published. */
    public byte[] of(String readerId, Content content) {
        Metainfo metainfo = content.infoHash()
                .flatMap(_ -> manifests.metainfo(readerId, content.id()))
                .orElseThrow(Refusal::notFound);
        List<MetainfoFile> files = metainfo.files().stream().filter(file -> !file.isPadding())
                .toList();
        List<URI> webSeeds = replicas.checkedUrls(content.id());
        if ((long) files.size() * (webSeeds.size() + 1) > MAX_ADDRESSES) {
            throw Refusal.of(422, messages.text("metalink.files"));
        }
        boolean hasPieces = metainfo.pieceCount() <= MAX_PIECES;
        return written(new Metalink(files.stream()
                .map(file -> new MetalinkFile(file.path(), OptionalLong.of(file.length()),
                        checksums(file), hasPieces ? pieces(metainfo, file) : Optional.empty(),
                        addresses(content, metainfo, file, webSeeds)))
                .toList()));
    }

    private static List<Checksum> checksums(MetainfoFile file) {
        return file.checksum().map(known -> new Checksum(HashType.SHA_256, known.bytes()))
                .stream().toList();
    }

    private List<MetalinkUrl> addresses(Content content, Metainfo metainfo, MetainfoFile file,
            List<URI> webSeeds) {
        List<MetalinkUrl> addresses = new ArrayList<>();
        for (URI webSeed : webSeeds) {
            addresses.add(new MetalinkUrl(WebSeedUri.of(webSeed, metainfo, file),
                    REPLICA_PRIORITY, Optional.empty()));
        }
        if (downloads.offers(content)) {
            addresses.add(new MetalinkUrl(atSite(content, metainfo, file), SITE_PRIORITY,
                    Optional.empty()));
        }
        return addresses;
    }

    private URI atSite(Content content, Metainfo metainfo, MetainfoFile file) {
        List<String> elements = file.path().elements();
        String path = String.join("/",
                elements.subList(metainfo.isSingleFile() ? 0 : 1, elements.size()));
        return ServerUri.below(pagesUrl, "/api/v1/datasets/" + content.id() + "/file?path="
                + URLEncoder.encode(path, StandardCharsets.UTF_8).replace("+", "%20"));
    }

    /** Empty if a piece has bytes of another file or padding too. */
    private static Optional<PieceHashes> pieces(Metainfo metainfo, MetainfoFile file) {
        int length = metainfo.pieceLength();
        boolean endsPiece = file.end() % length == 0 || file.end() == metainfo.totalLength();
        if (file.length() == 0 || file.offset() % length != 0 || !endsPiece) {
            return Optional.empty();
        }
        int first = (int) (file.offset() / length);
        int count = (int) Math.ceilDiv(file.length(), (long) length);
        return Optional.of(new PieceHashes(HashType.SHA_1, length,
                IntStream.range(first, first + count).mapToObj(piece -> hash(metainfo, piece))
                        .toList()));
    }

    private static byte[] hash(Metainfo metainfo, int piece) {
        byte[] hash = new byte[Metainfo.HASH_LENGTH];
        metainfo.copyHash(piece, hash, 0);
        return hash;
    }

    private static byte[] written(Metalink metalink) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            MetalinkWriter.write(metalink, out);
        } catch (IOException e) {
            throw new UncheckedIOException("memory does not fail", e);
        }
        return out.toByteArray();
    }
}
