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
 * A magnet link (BEP 9): the name of a content, and where to ask for the rest.
 *
 * @param infoHash the v1 hash; a link that has none is refused
 * @param infoHashV2 the v2 hash of a hybrid (BEP 52), if the link has it
 * @param name what to call the content until its metainfo is there; not to be used as a path
 * @param trackers each a tier of its own
 * @param peers who may have it; addresses only, never names to look up
 * @param selection the files that are wanted (BEP 53), by ranges of indices; empty: all
 */
public record MagnetLink(InfoHash infoHash, Optional<InfoHash> infoHashV2, Optional<String> name,
        List<URI> trackers, List<InetSocketAddress> peers, List<IndexRange> selection) {

    /** How a magnet link begins, in any case of letters. */
    public static final String SCHEME = "magnet:";

    public MagnetLink {
        trackers = List.copyOf(trackers);
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

    /** Whether it is meant to be a magnet link, well-formed or not. */
    public static boolean isOne(String text) {
        return text.regionMatches(true, 0, SCHEME, 0, SCHEME.length());
    }

    /** Reads a link; {@link MetainfoException} says in one line why it is refused. */
    public static MagnetLink parse(String text) throws MetainfoException {
        return MagnetParser.parse(text);
    }

    /** The link that leads to a content. */
    public static MagnetLink of(Metainfo metainfo) {
        return new MagnetLink(metainfo.infoHash(), metainfo.infoHashV2(),
                Optional.of(metainfo.name()),
                metainfo.announceTiers().stream().flatMap(List::stream).distinct()
                        .limit(MagnetParser.MAX_TRACKERS).toList(),
                List.of(), List.of());
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
        name.ifPresent(told -> text.append("&dn=").append(escaped(told)));
        trackers.forEach(tracker -> text.append("&tr=").append(escaped(tracker.toString())));
        peers.forEach(peer -> text.append("&x.pe=").append(words(peer)));
        if (!selection.isEmpty()) {
            text.append("&so=").append(selection.stream().map(IndexRange::toString)
                    .collect(Collectors.joining(",")));
        }
        return text.toString();
    }

    private static String escaped(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static String words(InetSocketAddress peer) {
        String host = peer.getAddress().getHostAddress();
        return (peer.getAddress() instanceof Inet6Address ? "[" + host + "]" : host) + ":"
                + peer.getPort();
    }
}
