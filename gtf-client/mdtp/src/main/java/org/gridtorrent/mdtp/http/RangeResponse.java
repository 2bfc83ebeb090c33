package org.gridtorrent.mdtp.http;

import java.util.List;
import java.util.OptionalLong;

/**
 * Header of a response that serves the requested bytes.
 *
 * @param fileLength length of the whole file; empty if the server does not say it
 * @param links values of Link (RFC 8288)
 * @param digests values of Digest (RFC 3230)
 * @param reprDigests values of Repr-Digest (RFC 9530)
 */
public record RangeResponse(OptionalLong fileLength, List<String> links, List<String> digests,
        List<String> reprDigests) {}
