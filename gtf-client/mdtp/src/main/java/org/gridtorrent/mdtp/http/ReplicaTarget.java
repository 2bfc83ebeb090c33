package org.gridtorrent.mdtp.http;

import java.net.URI;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import org.gridtorrent.mdtp.http.ReplicaFault.Code;

/** Address that a replica is asked at, its own or that of a redirect, and the hosts that it may lead to. */
record ReplicaTarget(URI uri, AddressPolicy policy) {

    /** Where the response redirects to (RFC 9110, 10.2.2); never from https to http. */
    ReplicaTarget redirected(int status, HttpHeaders headers, AddressPolicy redirectPolicy)
            throws ReplicaFaultException {
        String location = headers.firstValue("location").map(ReplicaTarget::decoded)
                .orElse("");
        try {
            URI to = ReplicaUri.check(uri.resolve(ReplicaUri.requireShort(location)));
            if (!location.isEmpty() && (!ReplicaUri.isSecure(uri) || ReplicaUri.isSecure(to))) {
                return new ReplicaTarget(to, redirectPolicy);
            }
        } catch (IllegalArgumentException e) {
            // refused below
        }
        throw new ReplicaFaultException(Code.BAD_REDIRECT, status,
                location.replaceFirst("[?#].*", "")); // the query may hold a secret
    }

    /** Many servers send UTF-8 and blanks where RFC 3986 wants them encoded. */
    private static String decoded(String location) {
        return new String(location.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8)
                .strip().replace(" ", "%20");
    }
}
