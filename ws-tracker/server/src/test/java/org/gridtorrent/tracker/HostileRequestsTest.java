package org.gridtorrent.tracker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostileRequestsTest {
    @TempDir
    static Path folder;
    private static TrackerSite site;
    private static HttpClient http;

    @BeforeAll
    static void start() throws Exception {
        site = new TrackerSite(folder);
        http = HttpClient.newBuilder().sslContext(site.context(Optional.empty())).build();
    }

    @AfterAll
    static void stop() {
        http.close();
        site.close();
    }

    @Test
    void documentType_isRefused() throws Exception {
        var answer = post("text/xml", "<!DOCTYPE x [<!ENTITY e SYSTEM \"file:///etc/hostname\">]>"
                + envelope("<t:listPeers><t:infoHash>&e;</t:infoHash></t:listPeers>"));
        assertRefused(answer);
    }

    @Test
    void deepAndManyElements_areRefused() throws Exception {
        assertRefused(post("text/xml", envelope("<a>".repeat(500) + "</a>".repeat(500))));
        assertRefused(post("text/xml", envelope("<a/>".repeat(5_000))));
    }

    @Test
    void whatBreaksTheSchemaOrIsNoXml_isRefused() throws Exception {
        assertRefused(post("text/xml", envelope(
                "<t:listPeers><t:infoHash>x</t:infoHash><t:most>0</t:most></t:listPeers>")));
        assertRefused(post("text/xml", envelope("<t:noSuchOperation/>")));
        assertRefused(post("text/xml", "nonsense"));
        assertRefused(post("text/xml", ""));
    }

    @Test
    void aSecondOperationInABody_isRefusedWithTheFirst() throws Exception {
        assertThat(post("text/xml", envelope(" <t:deviceStatus/> <!-- one --> ")).body())
                .contains("NOT_ENROLLED");
        assertRefused(post("text/xml", envelope("<t:deviceStatus/><t:deviceStatus/>")));
        assertRefused(post("text/xml", envelope("<t:deviceStatus/> <t:noSuchOperation/>")));
    }

    @Test
    void strangersBody_isLimitedWhetherItsLengthIsToldOrNot() throws Exception {
        String long64 = envelope("<t:enrol>" + " ".repeat((int) CallFilter.STRANGERS_BODY)
                + "</t:enrol>");
        assertThat(post("text/xml", long64).statusCode()).isEqualTo(413);
        assertRefused(send("text/xml", BodyPublishers.ofInputStream(
                () -> new ByteArrayInputStream(long64.getBytes(StandardCharsets.UTF_8)))));
    }

    @Test
    void refusal_reachesCallersThatStillSend() throws Exception {
        String long1m = envelope(" ".repeat(1_000_000));
        for (int i = 0; i < TestScale.of("hostile.rounds", 8, 50); i++) {
            assertThat(post("text/xml", long1m).statusCode()).isEqualTo(413);
            assertThat(post("text/plain", long1m).statusCode()).isEqualTo(415);
            assertRefused(post("text/xml", envelope("<a/>".repeat(10_000))));
            assertRefused(send("text/xml", BodyPublishers.ofInputStream(
                    () -> new ByteArrayInputStream(long1m.getBytes(StandardCharsets.UTF_8)))));
        }
    }

    @Test
    void attachments_areRefused() throws Exception {
        assertThat(post("multipart/related; boundary=x", "--x").statusCode()).isEqualTo(415);
        assertThat(post("text/xml; charset=nosuch", "<a/>").statusCode()).isEqualTo(415);
        assertThat(post("text/xml; charset=::", "<a/>").statusCode()).isEqualTo(415);
    }

    @Test
    void wsdlIsReadable_andNoServicesPage() throws Exception {
        assertThat(get("/tracker/1?wsdl").body()).contains("WsTrackerService",
                site.url("/tracker/1").toString());
        assertThat(get("/tracker/").statusCode()).isEqualTo(404);
        assertThat(get("/").statusCode()).isEqualTo(404);
        assertThat(get("/health").body()).isEqualToIgnoringNewLines("ok");
    }

    @Test
    void discovery_tellsWhereTheSiteIs() throws Exception {
        assertThat(get("/.well-known/gridtorrent").body()).contains("\"site\":\"The \\\"lab\\\"\"",
                "\"trackerUrl\":\"" + site.url("") + "\"", "-----BEGIN CERTIFICATE-----\\u000a");
    }

    private static void assertRefused(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).isBetween(400, 500);
        assertThat(answer.body()).contains(":Client<",
                "<fault xmlns=\"urn:gridtorrent:tracker:1\"><code>INVALID</code>")
                .doesNotContain("at org.", "at java.", "hostname", "cvc-", "Unmarshalling");
    }

    private static String envelope(String body) {
        return "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\""
                + " xmlns:t=\"urn:gridtorrent:tracker:1\"><s:Body>" + body
                + "</s:Body></s:Envelope>";
    }

    private static HttpResponse<String> post(String type, String body)
            throws IOException, InterruptedException {
        return send(type, BodyPublishers.ofString(body));
    }

    private static HttpResponse<String> send(String type, HttpRequest.BodyPublisher body)
            throws IOException, InterruptedException {
        return http.send(HttpRequest.newBuilder(site.url("/tracker/1"))
                .header("Content-Type", type).POST(body).build(), BodyHandlers.ofString());
    }

    private static HttpResponse<String> get(String path)
            throws IOException, InterruptedException {
        return http.send(HttpRequest.newBuilder(site.url(path)).build(), BodyHandlers.ofString());
    }
}
