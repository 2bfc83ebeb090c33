package org.gridtorrent.client.web;

import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.gridtorrent.mdtp.http.ReplicaFault;
import org.gridtorrent.mdtp.http.WebTls;

/** Thrown when no secure connection to a web server can be made; the message names the server. */
public final class InsecureServerException extends IOException {
    private static final long serialVersionUID = 1;

    private final String advice;

    private InsecureServerException(String message, String advice, SSLException cause) {
        super(message, cause);
        this.advice = advice;
    }

    /** The failure in words: of its certificate, or of TLS itself. */
    public static InsecureServerException of(URI address, SSLException e) {
        Optional<ReplicaFault.Code> code = WebTls.failure(e);
        if (code.equals(Optional.of(ReplicaFault.Code.CERTIFICATE_EXPIRED))) {
            return new InsecureServerException("the certificate of " + address
                    + " is not valid now",
                    "see that this machine's clock is right; otherwise the"
                            + " site has to renew it",
                    e);
        }
        if (code.equals(Optional.of(ReplicaFault.Code.UNKNOWN_AUTHORITY))) {
            return new InsecureServerException("the certificate of " + address
                    + " is of an authority that this machine does not know",
                    "name the file with that authority's certificate: --ca FILE of the command"
                            + " enrol, GRIDTORRENT_CA, or ca in config.toml",
                    e);
        }
        return new InsecureServerException("no secure connection to " + address
                + " can be made (" + e.getMessage() + ")",
                "see that the address is the one in the server's certificate, and that it speaks"
                        + " TLS",
                e);
    }

    /** What the user can do about it. */
    public String advice() {
        return advice;
    }
}
