package org.gridtorrent.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.e2e.process.Polling;
import org.gridtorrent.e2e.process.Ports;
import org.gridtorrent.e2e.process.Programs;
import org.gridtorrent.e2e.process.Site;
import org.gridtorrent.testing.NginxServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A site whose pages lie below a path of a web server that has other applications too. */
class PathPrefixIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int[] PORTS = Ports.free(2);
    private static final URI HOST = URI.create("http://127.0.0.1:" + PORTS[0]);
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    @TempDir
    static Path folder;
    private static NginxServer nginx;
    private static Stage stage;
    private static Actor publisher;
    private static String id;

    @BeforeAll
    static void open() throws IOException {
        nginx = NginxServer.start(folder, """
                server {
                    listen 127.0.0.1:%d;
                    location /grid {
                        proxy_pass http://127.0.0.1:%d;
                        proxy_set_header Host $http_host;
                        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
                    }
                    location /cut/ {
                        proxy_pass http://127.0.0.1:%2$d/;
                        proxy_set_header Host $http_host;
                    }
                    location / {
                        return 418 "another application";
                    }
                }
                """.formatted(PORTS[0], PORTS[1]), PORTS[0]);
        stage = Stage.alone(PathPrefixIT.class, (programs, home) -> Site.startBehind(programs, home,
                PORTS[1], HOST.resolve("/grid")));
        publisher = stage.actor("publisher");
        stage.group(publisher);
        Path data = stage.shelf.resolve("data");
        Files.createDirectories(data);
        Files.writeString(data.resolve("frame 1.txt"), "measured");
        id = stage.publish(publisher, data, "Below a path");
    }

    @AfterAll
    static void end() {
        if (stage != null) {
            stage.close();
        }
        nginx.close();
        HTTP.close();
    }

    private static HttpResponse<String> get(String path, String... headers) throws Exception {
        var request = HttpRequest.newBuilder(HOST.resolve(path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return HTTP.send(request.build(), BodyHandlers.ofString());
    }

    private static String token() throws IOException {
        return new ObjectMapper()
                .readTree(publisher.machine().home().resolve("identity/enrolment.json").toFile())
                .path("token").asText();
    }

    /** Registering, logging in, groups and publishing went through nginx already. */
    @Test
    void pagesFormsAndFilesAreBelowThePath() throws Exception {
        assertThat(publisher.person().browser().open("/datasets/" + id).expect(200)
                .says("Below a path")).isTrue();
        var login = get("/grid/login");
        assertThat(login.body()).contains("action=\"/grid/login\"", "href=\"/grid/static/ccm.css\"")
                .doesNotContain("=\"/login", "=\"/static");
        assertThat(login.headers().firstValue("Set-Cookie").orElse("")).contains("; Path=/grid;");
        assertThat(get("/grid/static/ccm.css").headers().firstValue("Content-Type").orElse(""))
                .startsWith("text/css");
        assertThat(get("/grid/my-data").headers().firstValue("Location"))
                .contains("/grid/login?next=%2Fmy-data");
        assertThat(URI.create(get("/grid").headers().firstValue("Location").orElseThrow()))
                .hasPath("/grid/");
    }

    @Test
    void machinesReachTheSiteBelowThePath() throws Exception {
        String home = publisher.machine().home().toString();
        assertThat(Files.readString(Path.of(home, "identity/enrolment.json")))
                .contains(HOST + "/grid");
        assertThat(publisher.machine().query("dataset", "show", id).path("title").asText())
                .isEqualTo("Below a path");
        assertThat(publisher.machine().command("doctor").out()).contains(HOST + "/grid answers");
        assertThat(publisher.person().browser().open("/machines").document().html())
                .contains(publisher.machineName());
    }

    @Test
    void aProgramWithATokenReachesRestBelowThePath() throws Exception {
        assertThat(get("/grid/api/v1/me", "Authorization", "Bearer " + token()).body())
                .contains(publisher.person().name());
        assertThat(get("/grid/api/v1/openapi.json").body())
                .contains("\"url\":\"/grid/api/v1\"");
        var alone = new ProcessBuilder(Programs.in(Programs.root()).client().toString(), "dataset",
                "show", id, "--json", "--home", stage.folder.resolve("nobody").toString());
        alone.environment().putAll(Map.of("GRIDTORRENT_TOKEN", token(), "GRIDTORRENT_SITE",
                HOST + "/grid/"));
        assertThat(new String(alone.redirectErrorStream(true).start().getInputStream()
                .readAllBytes(), StandardCharsets.UTF_8)).contains("Below a path");
    }

    @Test
    void addressesInAMetalinkAndACitationLeadBelowThePath() throws Exception {
        String metalink = new String(publisher.person().browser().bytes("/datasets/" + id
                + "/metalink", "", "", "").body(), StandardCharsets.UTF_8);
        String address = HOST + "/grid/api/v1/datasets/" + id + "/file?path=frame%201.txt";
        assertThat(metalink).contains(address);
        Polling.answered("the file by the address in the Metalink", LIMIT,
                () -> Optional.of(file(address)).filter("measured"::equals));
        assertThat(publisher.person().browser().open("/datasets/" + id).document().text())
                .contains(HOST + "/grid/datasets/" + id);
    }

    private static String file(String address) {
        try {
            return get(address, "Authorization", "Bearer " + token()).body();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aWebServerThatCutsThePathOff_isTold() throws Exception {
        assertThat(get("/cut/login")).satisfies(answer -> {
            assertThat(answer.statusCode()).isEqualTo(404);
            assertThat(answer.body()).contains("The pages are at " + HOST + "/grid",
                    "has to pass the path on as it is");
        });
        assertThat(get("/login").statusCode()).isEqualTo(418);
    }
}
