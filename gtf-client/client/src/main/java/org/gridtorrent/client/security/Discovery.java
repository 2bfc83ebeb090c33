package org.gridtorrent.client.security;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import org.gridtorrent.client.web.NoAnswerException;
import org.gridtorrent.metainfo.address.ServerRequest;
import org.gridtorrent.metainfo.address.ServerUri;
import org.gridtorrent.terminal.Json;

/**
 * What a site says of itself, unproven: its name, its addresses, its CA.
 *
 * <p>The enrolment code carries the CA's hash, so the request itself need not trust anybody.
 */
record Discovery(String site, URI pages, URI tracker, X509Certificate authority) {
    private static final String PATH = "/.well-known/gridtorrent";
    private static final int MOST_BYTES = 64 * 1024;
    private static final int MAX_TRIES = 8;

    /** The document's form. */
    private record Document(String site, String pagesUrl, String trackerUrl,
            String caCertificate) {}

    /** Asks below the address, and then below its parents: users also paste the address of one of the site's pages. */
    static Discovery of(URI url) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newBuilder().sslContext(Tls.acceptingAnyone())
                .connectTimeout(Duration.ofSeconds(10)).build()) {
            String path = url.getRawPath().replaceFirst("/+$", "");
            for (int tries = 1;; tries++) {
                HttpResponse<InputStream> response = client.send(
                        ServerRequest.to(ServerUri.below(url.resolve("/"), path + PATH))
                                .timeout(Duration.ofSeconds(20)).build(),
                        BodyHandlers.ofInputStream());
                try (InputStream body = response.body()) {
                    if (response.statusCode() == 200) {
                        return parse(url, body.readNBytes(MOST_BYTES));
                    }
                }
                if (path.isEmpty() || tries == MAX_TRIES) {
                    throw notASite(url, "status " + response.statusCode());
                }
                path = path.substring(0, Math.max(0, path.lastIndexOf('/')));
            }
        } catch (ConnectException | HttpTimeoutException e) {
            throw new NoAnswerException(url, e);
        }
    }

    static Discovery parse(URI url, byte[] bytes) throws IOException {
        try {
            Document document = Json.MAPPER.readValue(bytes, Document.class);
            byte[] pem = document.caCertificate.getBytes(StandardCharsets.US_ASCII);
            X509Certificate authority = (X509Certificate) CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(pem));
            return new Discovery(document.site, web(url, document.pagesUrl),
                    endpoint(web(url, document.trackerUrl)), authority);
        } catch (JsonProcessingException | CertificateException | IllegalArgumentException
                | NullPointerException e) {
            throw notASite(url, "its answer is another program's");
        }
    }

    private static URI endpoint(URI tracker) {
        return tracker.getPath().length() > 1 ? tracker : tracker.resolve("/tracker/1");
    }

    private static URI web(URI url, String text) throws IOException {
        URI address = ServerUri.parse(text, List.of("http", "https"));
        if (isHere(ServerUri.host(address).orElseThrow())
                && !isHere(ServerUri.host(url).orElseThrow())) {
            throw new IOException(url + " says that it is at " + address + ", which is this machine"
                    + " or its link: nothing was sent there. The site has to be started with --host"
                    + " or --pages-url and --tracker-url");
        }
        return address;
    }

    /** Whether the name leads to this machine or its link. */
    private static boolean isHere(String host) throws IOException {
        InetAddress[] addresses;
        try {
            addresses = InetAddress.getAllByName(host);
        } catch (UnknownHostException e) {
            return false; // it leads nowhere
        }
        for (InetAddress address : addresses) {
            if (address.isLoopbackAddress() || address.isLinkLocalAddress()
                    || address.isAnyLocalAddress()
                    || NetworkInterface.getByInetAddress(address) != null) {
                return true;
            }
        }
        return false;
    }

    private static IOException notASite(URI url, String why) {
        return new IOException(url + " is not a GridTorrent site: " + why);
    }
}
