package org.gridtorrent.client.web;

import java.io.IOException;
import java.net.URI;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import javax.net.ssl.SSLException;

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
        if (isBy(e, CertificateExpiredException.class)
                || isBy(e, CertificateNotYetValidException.class)) {
            return new InsecureServerException("the certificate of " + address
                    + " is not valid now",
                    "see that this machine's clock is right; otherwise the"
                            + " site has to renew it",
                    e);
        }
        if (isBy(e, CertPathBuilderException.class) || isBy(e, CertPathValidatorException.class)) {
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

    private static boolean isBy(Throwable e, Class<? extends Throwable> type) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return true;
            }
        }
        return false;
    }

    /** What the user can do about it. */
    public String advice() {
        return advice;
    }
}
