package org.gridtorrent.mdtp.http;

import java.net.URI;
import java.net.http.HttpHeaders;
import java.util.List;

/**
 * Headers of one response that tell of other replicas and of checksums (RFC 6249), as the server sent them.
 *
 * @param base address that the response is of; relative links are resolved against it
 * @param isRedirect whether the response leads elsewhere
 * @param linkPolicy which hosts the links may lead to
 * @param links values of Link (RFC 8288)
 * @param digests values of Digest (RFC 3230)
 * @param reprDigests values of Repr-Digest (RFC 9530)
 */
public record MetalinkHeaders(URI base, boolean isRedirect, AddressPolicy linkPolicy,
        List<String> links, List<String> digests, List<String> reprDigests) {

    public MetalinkHeaders {
        links = List.copyOf(links);
        digests = List.copyOf(digests);
        reprDigests = List.copyOf(reprDigests);
    }

    static MetalinkHeaders of(URI base, boolean isRedirect, AddressPolicy linkPolicy,
            HttpHeaders headers) {
        return new MetalinkHeaders(base, isRedirect, linkPolicy, headers.allValues("link"),
                headers.allValues("digest"), headers.allValues("repr-digest"));
    }
}
