package org.gridtorrent.ccm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.account.ApiToken.Scope;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.device.Device.Enrolled;
import org.gridtorrent.ccm.site.FileSource.Reason;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Single files for programs; where they come from is a folder here. */
class FileRestTest {
    private static final String LARGE = "deep/計 1.bin";
    private static final byte[] BYTES = new byte[3_000_000];

    static {
        new Random(7).nextBytes(BYTES);
    }

    @TempDir
    Path folder;
    private final HttpClient client = HttpClient.newHttpClient();
    private TestSite site;
    private Account owner;
    private Content content;
    private String token;

    @BeforeEach
    void open() throws Exception {
        site = new TestSite(folder.resolve("site"));
        owner = site.account("owner");
        Account reader = site.account("reader");
        Enrolled machine = site.machine(owner, "machine", "/data");
        Path source = folder.resolve("source");
        Files.createDirectories(source.resolve("deep"));
        Files.write(source.resolve(LARGE), BYTES);
        Files.createFile(source.resolve("empty"));
        content = site.register(site.publish(owner, machine.device(), "Frames", "",
                Grants.accounts(List.of(reader.id()))), source);
        token = RestCaller.own(site, reader, Scope.READ).token();
    }

    @AfterEach
    void close() throws Exception {
        client.close();
        site.close();
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(site.url.resolve("/api/v1/datasets/" + content.id()
                + "/file?path=" + URLEncoder.encode(path, StandardCharsets.UTF_8)))
                .header("Authorization", "Bearer " + token);
    }

    private HttpResponse<byte[]> get(String path, String... headers) throws Exception {
        HttpRequest.Builder request = request(path);
        HttpResponse<byte[]> answer = client.send(
                (headers.length > 0 ? request.headers(headers) : request).build(),
                BodyHandlers.ofByteArray());
        RestDescription.checkedFile(answer);
        return answer;
    }

    private String refusal(String path, int status, String... headers) throws Exception {
        HttpRequest.Builder request = request(path);
        HttpResponse<String> answer = client.send(
                (headers.length > 0 ? request.headers(headers) : request).build(),
                BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return RestDescription.checked(answer).get("error").asText();
    }

    private static String header(HttpResponse<?> answer, String name) {
        return answer.headers().firstValue(name).orElse("");
    }

    @Test
    void file_isSentWholeOrInPart() throws Exception {
        HttpResponse<byte[]> all = get(LARGE, "Accept", "application/json");
        assertThat(all.statusCode()).isEqualTo(200);
        assertThat(all.body()).isEqualTo(BYTES);
        assertThat(header(all, "Content-Length")).isEqualTo("3000000");
        assertThat(header(all, "Content-Disposition")).contains("filename*=UTF-8''%E8%A8%88");
        HttpResponse<byte[]> part = get(LARGE, "Range", "bytes=2500000-", "If-Range",
                header(all, "ETag"));
        assertThat(part.statusCode()).isEqualTo(206);
        assertThat(part.body()).isEqualTo(Arrays.copyOfRange(BYTES, 2_500_000, 3_000_000));
        assertThat(header(part, "Content-Range")).isEqualTo("bytes 2500000-2999999/3000000");
        assertThat(get(LARGE, "Range", "bytes=5-9", "If-Range", "\"other\"").statusCode())
                .isEqualTo(200);
        HttpResponse<byte[]> empty = get("empty");
        assertThat(empty.body()).isEmpty();
        assertThat(header(empty, "Content-Length")).isEqualTo("0");
    }

    @Test
    void headersAlone_fetchNothing() throws Exception {
        site.files.refuse(Reason.UNREACHABLE);
        HttpResponse<byte[]> head = client.send(request(LARGE)
                .method("HEAD", BodyPublishers.noBody()).build(), BodyHandlers.ofByteArray());
        RestDescription.checkedFile(head);
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(header(head, "Content-Length")).isEqualTo("3000000");
        HttpResponse<String> post = client.send(request(LARGE)
                .POST(BodyPublishers.noBody()).build(), BodyHandlers.ofString());
        assertThat(post.statusCode()).isEqualTo(403); // of this token's scope
    }

    @Test
    void whatIsNotThere_orNotForTheCaller_isNotFound() throws Exception {
        String none = refusal("deep/other.bin", 404);
        assertThat(refusal("deep", 404)).isEqualTo(none);
        assertThat(refusal("", 404)).isEqualTo(none);
        assertThat(refusal("../source/empty", 404)).isEqualTo(none);
        token = RestCaller.own(site, site.account("stranger"), Scope.READ).token();
        assertThat(refusal(LARGE, 404)).isEqualTo(none);
        token = "wrong";
        refusal(LARGE, 401);
    }

    @Test
    void whatCannotBeHadNow_isAnErrorThatSaysWhy() throws Exception {
        assertThat(refusal(LARGE, 416, "Range", "bytes=3000000-")).contains("range");
        site.files.refuse(Reason.BUSY);
        assertThat(refusal(LARGE, 503)).contains("limit of simultaneous downloads");
        site.files.refuse(Reason.YOURS);
        assertThat(refusal(LARGE, 503)).contains("already downloading two files");
        site.files.refuse(Reason.UNREACHABLE);
        assertThat(refusal(LARGE, 504)).contains("No machine that has this data set");
        site.files.refuse(Reason.NO_ROOM);
        assertThat(refusal(LARGE, 507)).contains("disk", "is full");
    }

    @Test
    void aRightThatIsTakenAway_breaksTheFileOffWithNothingBehindItsBytes() throws Exception {
        site.files.sendThrough(in -> new FilterInputStream(in) {
            private int reads;

            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                if (++reads == 3) {
                    site.catalog.access().grants().replace(owner.id(), content.id(),
                            Grants.accounts(List.of(owner.id())));
                    site.clock.set(site.clock.instant().plus(Duration.ofSeconds(6)));
                }
                return super.read(into, offset, length);
            }
        });
        HttpResponse<InputStream> answer = client.send(request(LARGE).build(),
                BodyHandlers.ofInputStream());
        var got = new ByteArrayOutputStream();
        assertThatThrownBy(() -> answer.body().transferTo(got)).isInstanceOf(IOException.class);
        assertThat(got.toByteArray()).isEqualTo(Arrays.copyOf(BYTES, got.size()));
        refusal(LARGE, 404);
    }
}
