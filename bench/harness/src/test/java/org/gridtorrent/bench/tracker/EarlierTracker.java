package org.gridtorrent.bench.tracker;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.TrustManagerFactory;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.dom.DOMSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.gridtorrent.contract.WsTracker;
import org.gridtorrent.identity.DeviceName;
import org.gridtorrent.identity.IdentityException;
import org.gridtorrent.identity.SiteKeys;
import org.w3c.dom.Element;
import org.xml.sax.SAXException;

/**
 * A tracker of an earlier level of the contract: it refuses what that level's schema does not have, in the
 * words of its time. The rest is done by a tracker of today behind it, whose answers have to be of that
 * level too.
 */
final class EarlierTracker implements AutoCloseable {
    private static final String NAMESPACE = "urn:gridtorrent:tracker:1";
    private static final String ENVELOPE = "http://schemas.xmlsoap.org/soap/envelope/";
    private static final String HOST = "127.0.0.1";
    private static final String INVALID = "<detail><fault xmlns=\"" + NAMESPACE
            + "\"><code>INVALID</code><message>The request is none of this contract's.</message>"
            + "</fault></detail>";
    /** In the answer to openSession, of which level the tracker is. */
    private static final String LEVEL = "(<(?:\\w+:)?level>)\\d+";

    /** As they were. */
    enum Level {
        /** With the words of CXF, and nothing of the contract's, for what it does not know. */
        FIRST(1, ""),
        SECOND(2, INVALID), THIRD(3, INVALID), FOURTH(4, INVALID), FIFTH(5, INVALID),
        SIXTH(6, INVALID),
        SEVENTH(7, INVALID), EIGHTH(8, INVALID), NINTH(9, INVALID);

        private final int number;
        private final String detail;

        Level(int number, String detail) {
            this.number = number;
            this.detail = detail;
        }

        private Schema schema() throws SAXException {
            return SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                    .newSchema(Objects.requireNonNull(WsTracker.class
                            .getResource("level-" + number + "/ws-tracker.xsd")));
        }
    }

    /** Operations that were refused, and answers that were not of the level. */
    final Set<String> refused = new ConcurrentSkipListSet<>();
    final List<String> tooNew = new CopyOnWriteArrayList<>();

    private final Level level;
    private final Schema schema;
    private final HttpsServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, HttpClient> lines = new ConcurrentHashMap<>();
    private final URI today;

    /** Answers at once, by the tracker of today at that port. */
    EarlierTracker(Level level, SiteKeys keys, int port) throws Exception {
        this.level = level;
        today = URI.create("https://" + HOST + ":" + port);
        this.schema = level.schema();
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(asking(tls(keys)));
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        knows("", new SiteAddress(server.getAddress(), server.getAddress(), keys.caCertificate())
                .tls());
        server.start();
    }

    private static SSLContext tls(SiteKeys keys) throws GeneralSecurityException {
        var own = KeyManagerFactory.getInstance("PKIX");
        own.init(keys.serverKeyStore(List.of(HOST)), SiteKeys.KEY_STORE_PASSWORD.toCharArray());
        var trust = TrustManagerFactory.getInstance("PKIX");
        trust.init(keys.trustStore());
        var context = SSLContext.getInstance("TLSv1.3");
        context.init(own.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }

    private static HttpsConfigurator asking(SSLContext tls) {
        return new HttpsConfigurator(tls) {
            @Override
            public void configure(HttpsParameters parameters) {
                SSLParameters asked = getSSLContext().getDefaultSSLParameters();
                asked.setWantClientAuth(true);
                parameters.setSSLParameters(asked);
            }
        };
    }

    URI url() {
        return URI.create("https://" + HOST + ":" + server.getAddress().getPort());
    }

    /** The device's own key, by which its calls are carried on. */
    void knows(String deviceId, SSLContext tls) {
        lines.put(deviceId, HttpClient.newBuilder().sslContext(tls).executor(threads).build());
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] request = exchange.getRequestBody().readAllBytes();
            boolean call = exchange.getRequestMethod().equals("POST");
            if (call && !isOfLevel(request)) {
                refused.add(operation(request).getLocalName());
                send(exchange, 500, ("<s:Envelope xmlns:s=\"" + ENVELOPE + "\"><s:Body><s:Fault>"
                        + "<faultcode>s:Client</faultcode><faultstring>Unmarshalling Error"
                        + "</faultstring>" + level.detail + "</s:Fault></s:Body></s:Envelope>")
                        .getBytes(StandardCharsets.UTF_8));
                return;
            }
            HttpResponse<byte[]> answer = carried(exchange, request);
            if (call && answer.statusCode() == 200 && !isOfLevel(answer.body())) {
                tooNew.add(new String(answer.body(), StandardCharsets.UTF_8));
            }
            send(exchange, answer.statusCode(), ofItself(answer.body()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** With its own level and its own address. */
    private byte[] ofItself(byte[] answer) {
        return new String(answer, StandardCharsets.UTF_8)
                .replaceFirst(LEVEL, "$1" + level.number)
                .replace(today.toString(), url().toString()).getBytes(StandardCharsets.UTF_8);
    }

    private boolean isOfLevel(byte[] envelope) throws IOException {
        try {
            schema.newValidator().validate(new DOMSource(operation(envelope)));
            return true;
        } catch (SAXException e) {
            return false;
        }
    }

    private static Element operation(byte[] envelope) throws IOException {
        try {
            var factory = DocumentBuilderFactory.newInstance();
            factory.setNamespaceAware(true);
            return (Element) factory.newDocumentBuilder().parse(new ByteArrayInputStream(envelope))
                    .getElementsByTagNameNS(NAMESPACE, "*").item(0);
        } catch (ParserConfigurationException | SAXException e) {
            throw new IOException("no envelope", e);
        }
    }

    private HttpResponse<byte[]> carried(HttpExchange exchange, byte[] body)
            throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(today.resolve(exchange.getRequestURI()))
                .method(exchange.getRequestMethod(), BodyPublishers.ofByteArray(body));
        String type = exchange.getRequestHeaders().getFirst("Content-Type");
        if (type != null) {
            request.header("Content-Type", type);
        }
        return Objects.requireNonNull(lines.get(caller((HttpsExchange) exchange)))
                .send(request.build(), BodyHandlers.ofByteArray());
    }

    private static String caller(HttpsExchange exchange) throws IOException {
        try {
            return DeviceName.of((X509Certificate) exchange.getSSLSession()
                    .getPeerCertificates()[0]).deviceId();
        } catch (SSLPeerUnverifiedException e) {
            return "";
        } catch (IdentityException e) {
            throw new IOException("nobody's certificate", e);
        }
    }

    private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "text/xml;charset=utf-8");
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        server.stop(0);
        lines.values().forEach(HttpClient::shutdownNow);
        threads.shutdownNow();
    }
}
