package org.gridtorrent.mdtp.http;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Header of a response that serves the requested bytes.
 *
 * @param fileLength length of the whole file; empty if the server does not say it
 * @param mediaType of the file, in lower case and without parameters; empty if the server does not say it
 * @param metalinkHeaders of the redirects that led to the response, in their order, and of the response
 */
public record RangeResponse(OptionalLong fileLength, Optional<String> mediaType,
        List<MetalinkHeaders> metalinkHeaders) {

    public RangeResponse {
        metalinkHeaders = List.copyOf(metalinkHeaders);
    }
}
