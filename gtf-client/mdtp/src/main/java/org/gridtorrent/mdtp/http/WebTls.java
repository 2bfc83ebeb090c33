package org.gridtorrent.mdtp.http;

import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;

/**
 * TLS versions and cipher suites for web servers: 1.3 and 1.2.
 *
 * <p>The JDK's defaults are of no use for them: programs that allow TLS 1.3 alone between peers ({@code
 * jdk.tls.client.protocols}) have no cipher suite of 1.2 in theirs.
 */
public final class WebTls {
    private static final String NEWEST = "TLSv1.3";

    private WebTls() {}

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
