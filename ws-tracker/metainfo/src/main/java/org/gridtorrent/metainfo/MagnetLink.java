package org.gridtorrent.metainfo;

import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Magnet link (BEP 9): the info-hash of a content, and where to look for peers.
 *
 * @param infoHash the v1 hash; a link that has none is refused
 * @param infoHashV2 the v2 hash of a hybrid (BEP 52), if the link has it
 * @param name for display until the metainfo is there; never a path
 * @param trackers each a tier of its own
 * @param webSeeds web servers that have the files (BEP 19)
 * @param peers their addresses; names to look up are not taken
 * @param selection ranges of the wanted files' indexes (BEP 53); empty: all files
 */
public record MagnetLink(InfoHash infoHash, Optional<InfoHash> infoHashV2, Optional<String> name,
        List<URI> trackers, List<URI> webSeeds, List<InetSocketAddress> peers,
        List<IndexRange> selection) {

    /** How a magnet link begins, in any case of letters. */
    public static final String SCHEME = "magnet:";

    public MagnetLink {
        trackers = List.copyOf(trackers);
        webSeeds = List.copyOf(webSeeds);
        peers = List.copyOf(peers);
        selection = List.copyOf(selection);
    }

    /** Files from the first index to the last, both included. */
    public record IndexRange(int first, int last) {
        public IndexRange {
            if (first < 0 || last < first) {
                throw new IllegalArgumentException("files " + first + " to " + last);
            }
        }

        @Override
        public String toString() {
            return first == last ? "" + first : first + "-" + last;
        }
    }

    /** Whether the text begins as a magnet link does, well-formed or not. */
    public static boolean isMagnetLink(String text) {
        return text.regionMatches(true, 0, SCHEME, 0, SCHEME.length());
    }

    /** Parses a link. */
    public static MagnetLink parse(String text) throws MetainfoException {
        return MagnetParser.parse(text);
    }

    /** The magnet link of a content. */
    public static MagnetLink of(Metainfo metainfo) {
        return new MagnetLink(metainfo.infoHash(), metainfo.infoHashV2(),
                Optional.of(metainfo.name()),
                metainfo.announceTiers().stream().flatMap(List::stream).distinct()
                        .limit(MagnetParser.MAX_TRACKERS).toList(),
                metainfo.webSeeds(), List.of(), List.of());
    }

    /** The trackers as metainfo has them (BEP 12). */
    public List<List<URI>> announceTiers() {
        return trackers.stream().map(List::of).toList();
    }

    /** The link as text. */
    @Override
    public String toString() {
        var text = new StringBuilder("magnet:?xt=urn:btih:").append(infoHash.hex());
        infoHashV2.ifPresent(hash -> text.append("&xt=urn:btmh:")
                .append(MagnetParser.SHA_256_PREFIX).append(hash.hex()));
        name.ifPresent(told -> text.append("&dn=").append(escape(told)));
        trackers.forEach(tracker -> text.append("&tr=").append(escape(tracker.toString())));
        webSeeds.forEach(seed -> text.append("&ws=").append(escape(seed.toString())));
        peers.forEach(peer -> text.append("&x.pe=").append(format(peer)));
        if (!selection.isEmpty()) {
            text.append("&so=").append(selection.stream().map(IndexRange::toString)
                    .collect(Collectors.joining(",")));
        }
        return text.toString();
    }

    private static String escape(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static String format(InetSocketAddress peer) {
        String host = peer.getAddress().getHostAddress();
        return (peer.getAddress() instanceof Inet6Address ? "[" + host + "]" : host) + ":"
                + peer.getPort();
    }
}
