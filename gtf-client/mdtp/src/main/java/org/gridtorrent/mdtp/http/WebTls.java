package org.gridtorrent.mdtp.http;

import java.io.EOFException;
import java.security.GeneralSecurityException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.TrustManager;
import org.gridtorrent.mdtp.http.ReplicaFault.Code;

/**
 * TLS for web servers: versions 1.3 and 1.2 with their cipher suites, and what a failure means.
 *
 * <p>The JDK's defaults are of no use for them: programs that allow TLS 1.3 alone between peers ({@code
 * jdk.tls.client.protocols}) have no cipher suite of 1.2 in theirs.
 */
public final class WebTls {
    private static final String NEWEST = "TLSv1.3";
    /** The JDK's words, alike in a socket and an engine. */
    private static final String NO_TLS = "unrecognized ssl message";
    /** The JDK's words for a connection that broke off, which is no fault of TLS. */
    private static final String ENDED = "Remote host (terminated the handshake|closed the channel)";
    /** The JDK's words for a host name or address that a certificate does not have. */
    private static final String OTHER_NAME = "No (subject alternative |name matching ).*";

    private WebTls() {}

    /** Why a connection failed by TLS, from the JDK's exceptions; empty if it failed otherwise. */
    public static Optional<Code> failure(Throwable e) {
        Optional<Code> code = Optional.empty();
        for (Throwable at = e; at != null; at = at.getCause()) {
            code = switch (at) {
                case CertificateExpiredException _,CertificateNotYetValidException _ ->
                    Optional.of(Code.CERTIFICATE_EXPIRED);
                case CertPathBuilderException _,CertPathValidatorException _ ->
                    Optional.of(Code.UNKNOWN_AUTHORITY);
                case CertificateException named when message(named).matches(OTHER_NAME) ->
                    Optional.of(Code.OTHER_CERTIFICATE);
                case SSLHandshakeException ended when message(ended).matches(ENDED) ->
                    Optional.empty();
                case SSLHandshakeException _,SSLPeerUnverifiedException _ ->
                    Optional.of(Code.TLS_FAILED);
                case SSLException other when message(other).toLowerCase(Locale.ROOT)
                        .contains(NO_TLS) ->
                    Optional.of(Code.PLAIN_HTTP);
                case EOFException _ -> Optional.empty();
                default -> code;
            };
        }
        return code;
    }

    private static String message(Exception e) {
        return Objects.requireNonNullElse(e.getMessage(), "");
    }

    public static SSLParameters parameters() {
        try {
            // The context of a version, other than that named "TLS", has all defaults up to it.
            SSLContext context = SSLContext.getInstance(NEWEST);
            context.init(null, new TrustManager[0], null);
            SSLParameters parameters = context.getDefaultSSLParameters();
            parameters.setProtocols(new String[]{NEWEST, "TLSv1.2"});
            return parameters;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has TLS 1.3", e);
        }
    }
}
