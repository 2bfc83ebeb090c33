package org.gridtorrent.engine.announce.http;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.gridtorrent.engine.announce.message.AnnounceRequest;
import org.gridtorrent.engine.announce.message.InvalidResponseException;
import org.gridtorrent.engine.announce.message.SwarmCounts;
import org.gridtorrent.engine.announce.message.TrackerResponse;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.metainfo.address.ServerUri;

/**
 * Announces to and scrapes one HTTP or HTTPS tracker (BEP 3, 48).
 *
 * <p>The system chooses between IPv4 and IPv6, and the response may name peers of both. To announce over each would need
 * the host's addresses in place of its name, which breaks certificates and virtual hosts. Thread-safe.
 */
public final class HttpTracker {
    /** Info-hashes in one scrape, so that its URI does not get too long. */
    public static final int MAX_SCRAPED = 40;
    private static final String ANNOUNCE = "announce";

    private final SafeHttpClient client;
    private final URI uri;

    /** For a client that does not follow redirects. */
    public HttpTracker(HttpClient client, URI uri) {
        this.client = new SafeHttpClient(client);
        this.uri = uri;
    }

    /** Blocks for the response; an {@link IOException} says why there is none. */
    public TrackerResponse announce(AnnounceRequest request, Duration timeout)
            throws IOException, InterruptedException {
        refuseLocalServices();
        TrackerResponse response = HttpResponses
                .parseAnnounce(client.get(withQuery(uri, request.query()), timeout));
        // Looks the name up only when it matters.
        boolean trackerIsLocal = response.hasLocalPeers() && SafeHttpClient.isLocal(host());
        return response.withCrediblePeers(trackerIsLocal);
    }

    /** Counts in the order of the info-hashes, at most {@value #MAX_SCRAPED}. Blocks for the response. */
    public List<SwarmCounts> scrape(List<InfoHash> contents, Duration timeout)
            throws IOException, InterruptedException {
        URI scrape = scrapeUri(uri)
                .orElseThrow(() -> new IOException("it cannot be scraped by its address"));
        String query = contents.stream()
                .map(content -> AnnounceRequest.percentEncoded(content.truncated().bytes()))
                .map(name -> "info_hash=" + name).collect(Collectors.joining("&"));
        return HttpResponses.parseScrape(client.get(withQuery(scrape, query), timeout), contents);
    }

    /**
     * Metainfo and magnet links may come from an attacker, who must not make us send requests to any service of this
     * machine or link. So there only paths that end in /announce are allowed.
     */
    private void refuseLocalServices() throws IOException {
        if (scrapeUri(uri).isEmpty() && SafeHttpClient.isLocal(host())) {
            throw new InvalidResponseException(
                    "it is at an address of this machine or its link, where"
                            + " nothing but /announce is asked");
        }
    }

    private String host() throws IOException {
        return ServerUri.host(uri).orElseThrow(() -> new IOException("its address has no host"));
    }

    /** BEP 48: where the path's last part begins with "announce", that word is replaced. */
    static Optional<URI> scrapeUri(URI announce) {
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

    private static URI withQuery(URI uri, String query) throws IOException {
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
