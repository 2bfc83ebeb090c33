package org.gridtorrent.engine.announce;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.gridtorrent.metainfo.InfoHash;

/**
 * Asks one HTTP or HTTPS tracker (BEP 3, 48). Over which family is the system's choice, and peers of
 * both are taken from the answer: asking over each would need the host's addresses in place of its
 * name, which certificates and shared servers do not go with. Thread-safe.
 */
final class HttpTracker {
    private static final String ANNOUNCE = "announce";

    private final SafeHttpClient fetch;
    private final URI uri;

    HttpTracker(SafeHttpClient fetch, URI uri) {
        this.fetch = fetch;
        this.uri = uri;
    }

    /** Blocks for the answer; an {@link IOException} says why there is none. */
    TrackerResponse announce(AnnounceRequest announcement, Duration patience)
            throws IOException, InterruptedException {
        refuseOwnServices();
        TrackerResponse answer = HttpResponses
                .announced(fetch.get(with(uri, announcement.query()), patience));
        // The name is looked up only when it matters, on the thread that waits for the answer.
        boolean trackerIsHere = answer.namesOwn() && SafeHttpClient.isHere(uri.getHost());
        return answer.believable(trackerIsHere);
    }

    /** Counts in the order of the contents. */
    List<SwarmCounts> scrape(List<InfoHash> contents, Duration patience)
            throws IOException, InterruptedException {
        URI scrape = scrapeAddress(uri)
                .orElseThrow(() -> new IOException("it cannot be scraped by its address"));
        String query = contents.stream().map(AnnounceRequest::name).map(AnnounceRequest::escaped)
                .map(name -> "info_hash=" + name).collect(Collectors.joining("&"));
        return HttpResponses.scraped(fetch.get(with(scrape, query), patience), contents);
    }

    /**
     * Whoever made the metainfo or the link wrote the address: a service of this machine or its link is asked
     * for an announce, and for nothing else.
     */
    private void refuseOwnServices() throws IOException {
        if (scrapeAddress(uri).isEmpty() && SafeHttpClient.isHere(uri.getHost())) {
            throw new InvalidResponseException("it is at an address of this machine or its link, where"
                    + " nothing but /announce is asked");
        }
    }

    /** BEP 48: where the path's last part begins with "announce", that word is replaced. */
    static Optional<URI> scrapeAddress(URI announce) {
        String path = announce.getRawPath();
        int last = path == null ? -1 : path.lastIndexOf('/') + 1;
        if (last < 1 || !path.startsWith(ANNOUNCE, last)) {
            return Optional.empty();
        }
        String all = announce.toString();
        int from = all.indexOf(path, all.indexOf("//") + 2) + last;
        return Optional.of(URI.create(
                all.substring(0, from) + "scrape" + all.substring(from + ANNOUNCE.length())));
    }

    private static URI with(URI uri, String query) throws IOException {
        String all = uri.toString();
        int fragment = all.indexOf('#');
        String address = fragment < 0 ? all : all.substring(0, fragment);
        try {
            return URI.create(address + (uri.getRawQuery() == null ? "?" : "&") + query);
        } catch (IllegalArgumentException e) {
            throw new IOException("its address cannot be used", e);
        }
    }
}
