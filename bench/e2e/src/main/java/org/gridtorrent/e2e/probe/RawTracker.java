package org.gridtorrent.e2e.probe;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.regex.Pattern;
import org.gridtorrent.e2e.process.CheckFailure;

/** SOAP requests to a tracker, written by hand and sent with a device's own certificate. */
public final class RawTracker {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final Pattern FAULT_CODE = Pattern.compile("<(?:\\w+:)?code>([A-Z_]+)</");

    private static final Pattern TICKET = Pattern
            .compile("<(?:\\w+:)?ticket>([A-Za-z0-9+/=]+)</");
    private static final Pattern METAINFO = Pattern
            .compile("<(?:\\w+:)?metainfo>([A-Za-z0-9+/=]+)</");

    private final URI endpoint;
    private final HttpClient http;

    /** Speaks for the device whose home is {@code home}. */
    public RawTracker(URI tracker, Path home) {
        this.endpoint = tracker.resolve("/tracker/1");
        this.http = HttpClient.newBuilder().sslContext(DeviceIdentity.tls(home))
                .connectTimeout(LIMIT).build();
    }

    /** The code of the fault that answers; a request that is granted is what should not have been. */
    public String refusal(String operation, String parameters) {
        var body = ask(operation, parameters);
        var code = FAULT_CODE.matcher(body);
        if (!code.find()) {
            throw new CheckFailure("the tracker granted " + operation + ": "
                    + body.substring(0, Math.min(200, body.length())));
        }
        return code.group(1);
    }

    /** Expects an answer instead of a fault: the device itself is known and its requests are well-formed. */
    public void expectGranted(String operation, String parameters) {
        var body = ask(operation, parameters);
        if (!body.contains(operation + "Response")) {
            throw new CheckFailure("the tracker refused " + operation + ": " + body);
        }
    }

    /** The ticket that the tracker issues for a content. */
    public byte[] ticket(String infoHash) {
        return bytes(ask("issueTicket", "<infoHash>" + infoHash + "</infoHash>"), TICKET);
    }

    /** The metainfo of a data set, as it was registered. */
    public byte[] metainfo(String datasetId) {
        return bytes(ask("fetchContent", "<contentId>" + datasetId + "</contentId>"), METAINFO);
    }

    private static byte[] bytes(String body, Pattern element) {
        var found = element.matcher(body);
        if (!found.find()) {
            throw new CheckFailure("not in the tracker's answer: " + element + " in " + body);
        }
        return Base64.getDecoder().decode(found.group(1));
    }

    private String ask(String operation, String parameters) {
        var request = HttpRequest.newBuilder(endpoint).timeout(LIMIT)
                .header("Content-Type", "text/xml; charset=utf-8")
                .header("SOAPAction", "\"urn:gridtorrent:tracker:1:" + operation + "\"")
                .POST(HttpRequest.BodyPublishers.ofString(envelope(operation, parameters))).build();
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
        } catch (IOException e) {
            throw new CheckFailure("the tracker does not answer: " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CheckFailure("interrupted");
        }
    }

    private static String envelope(String operation, String parameters) {
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">
                  <soap:Body><%1$s xmlns="urn:gridtorrent:tracker:1">%2$s</%1$s></soap:Body>
                </soap:Envelope>
                """.formatted(operation, parameters);
    }
}
