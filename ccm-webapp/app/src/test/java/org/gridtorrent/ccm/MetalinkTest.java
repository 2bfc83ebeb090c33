package org.gridtorrent.ccm;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.device.Device.Enrolled;
import org.gridtorrent.catalog.replica.CheckResult;
import org.gridtorrent.mdtp.checksum.HashType;
import org.gridtorrent.mdtp.metalink.Metalink;
import org.gridtorrent.mdtp.metalink.MetalinkFile;
import org.gridtorrent.mdtp.metalink.MetalinkReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Metalinks of data sets, on their pages and in the REST interface. */
@SuppressWarnings("NullAway.Init") // set before each test
class MetalinkTest {
    private static final String MIRROR = "https://mirror.example.org/data/";
    private static final String NAME = "frame 1.h5";

    @TempDir
    Path folder;
    private final HttpClient client = HttpClient.newHttpClient();
    private TestSite site;
    private Account publisher;
    private Enrolled workstation;
    private Path source;
    private Content content;
    private String metalink;

    @BeforeEach
    void open() throws Exception {
        site = new TestSite(folder.resolve("site"));
        publisher = site.account("publisher");
        site.account("reader");
        workstation = site.machine(publisher, "workstation", "/data");
        source = Files.createDirectories(folder.resolve("source"));
        Files.writeString(source.resolve(NAME), "some bytes");
        Files.writeString(source.resolve("b.txt"), "others");
        content = site.register(site.publish(publisher, workstation.device(), "Frames", "",
                Grants.EVERYONE), source);
        metalink = "/datasets/" + content.id() + "/metalink";
    }

    @AfterEach
    void close() throws Exception {
        client.close();
        site.close();
    }

    private void addReplicas() {
        for (String url : List.of(MIRROR, "https://second.example.org/x/?key=a")) {
            site.catalog.sharing().replicas().add(publisher.id(), content.id(), url);
        }
        site.catalog.sharing().replicas().handOut(workstation.device().id())
                .forEach(each -> site.catalog
                        .sharing().replicas().report(workstation.device().id(), each.replicaId(),
                                new CheckResult(Optional.empty(), "", 42, 3)));
        site.catalog.sharing().replicas().add(publisher.id(), content.id(),
                "https://new.example.org/");
    }

    /** Asked by the REST interface, in the name of the publisher's machine. */
    private HttpResponse<byte[]> asked(String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(site.url.resolve("/api/v1" + path))
                .header("Authorization", "Bearer " + workstation.apiToken()).build();
        return client.send(request, BodyHandlers.ofByteArray());
    }

    @Test
    void filesHaveTheirLengthsChecksumsAndAddresses() throws Exception {
        addReplicas();
        Metalink parsed = MetalinkReader.parse(site.loggedIn("reader").bytes(metalink));
        assertThat(parsed.files()).extracting(file -> file.path().toString())
                .containsExactly("source/b.txt", "source/" + NAME);
        MetalinkFile file = parsed.files().getLast();
        assertThat(file.length()).hasValue(10);
        assertThat(file.checksums()).singleElement().satisfies(checksum -> {
            assertThat(checksum.type()).isEqualTo(HashType.SHA_256);
            assertThat(checksum.hex()).isEqualTo(HexFormat.of().formatHex(MessageDigest
                    .getInstance("SHA-256").digest("some bytes".getBytes(StandardCharsets.UTF_8))));
        });
        assertThat(file.urls()).filteredOn(url -> url.priority() == 1)
                .extracting(url -> url.uri().toString()).containsExactlyInAnyOrder(
                        MIRROR + "source/frame%201.h5",
                        "https://second.example.org/x/source/frame%201.h5?key=a");
        assertThat(file.urls()).filteredOn(url -> url.priority() > 1)
                .extracting(url -> url.uri().toString()).containsExactly(site.url
                        + "/api/v1/datasets/" + content.id() + "/file?path=frame%201.h5");
    }

    @Test
    void programsGetTheSame() throws Exception {
        addReplicas();
        HttpResponse<byte[]> answer = asked(metalink);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type"))
                .contains("application/metalink4+xml");
        assertThat(answer.headers().firstValue("Content-Disposition").orElse(""))
                .contains(content.id() + ".meta4");
        assertThat(answer.body()).isEqualTo(site.loggedIn("publisher").bytes(metalink));
        String address = MetalinkReader.parse(answer.body()).files().getLast().urls().getLast()
                .uri().getRawPath();
        assertThat(address).isEqualTo("/api/v1/datasets/" + content.id() + "/file");
    }

    @Test
    void piecesOfASingleFileAreNamed() throws Exception {
        Content single = site.register(site.publish(publisher, workstation.device(), "One", "",
                Grants.EVERYONE), source.resolve(NAME));
        MetalinkFile file = MetalinkReader
                .parse(asked("/datasets/" + single.id() + "/metalink").body()).files().getFirst();
        assertThat(file.path()).hasToString(NAME);
        assertThat(file.pieces()).get().satisfies(pieces -> {
            assertThat(pieces.type()).isEqualTo(HashType.SHA_1);
            assertThat(pieces.hashes()).singleElement().isEqualTo(MessageDigest
                    .getInstance("SHA-1").digest("some bytes".getBytes(StandardCharsets.UTF_8)));
        });
    }

    @Test
    void thoseWhoMayNotReadIt_getNothing() throws Exception {
        site.catalog.access().grants().replace(publisher.id(), content.id(),
                Grants.accounts(List.of(publisher.id())));
        Browser reader = site.loggedIn("reader");
        assertThat(reader.get(metalink).statusCode()).isEqualTo(404);
        assertThat(reader.get("/datasets/none/metalink").statusCode()).isEqualTo(404);
        assertThat(asked("/datasets/none/metalink").statusCode()).isEqualTo(404);
        assertThat(site.browser().get(metalink).statusCode()).isEqualTo(303);
    }

    @Test
    void dataSetThatIsNotPublishedYet_hasNone() throws Exception {
        String preparing = site.publish(publisher, workstation.device(), "Later", "",
                Grants.EVERYONE).contentId();
        assertThat(site.loggedIn("publisher").get("/datasets/" + preparing + "/metalink")
                .statusCode()).isEqualTo(404);
        assertThat(asked("/datasets/" + preparing + "/metalink").statusCode()).isEqualTo(404);
    }
}
