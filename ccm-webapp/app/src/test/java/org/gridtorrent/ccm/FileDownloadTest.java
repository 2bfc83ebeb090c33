package org.gridtorrent.ccm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.account.ApiToken;
import org.gridtorrent.catalog.account.ApiToken.Scope;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.device.Device.Enrolled;
import org.gridtorrent.catalog.task.Task;
import org.gridtorrent.ccm.site.FileSource.Reason;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Single files by the pages' HTTP; where they come from is a folder here. */
class FileDownloadTest {
    private static final String NAME = "Größe '計'.html";
    private static final String TEXT = "<script>alert(1)</script>";

    @TempDir
    Path folder;
    private TestSite site;
    private Account owner;
    private Account reader;
    private Content content;
    private Browser browser;

    @BeforeEach
    void open() throws Exception {
        site = new TestSite(folder.resolve("site"));
        owner = site.account("owner");
        reader = site.account("reader");
        site.account("stranger");
        Enrolled machine = site.machine(owner, "machine", "/data");
        Path source = folder.resolve("source");
        Files.createDirectories(source.resolve("deep"));
        Files.writeString(source.resolve("deep").resolve(NAME), TEXT);
        Files.write(source.resolve("large.bin"), new byte[3_000_000]);
        Files.createFile(source.resolve("empty"));
        Task task = site.publish(owner, machine.device(), "Frames", "",
                Grants.accounts(List.of(reader.id())));
        content = site.register(task, source);
        browser = site.loggedIn("reader");
    }

    @AfterEach
    void close() throws Exception {
        site.close();
    }

    private String address(String path) {
        return "/datasets/" + content.id() + "/file?path="
                + URLEncoder.encode(path, StandardCharsets.UTF_8);
    }

    private HttpResponse<String> get(String path, String... headers) throws Exception {
        HttpRequest.Builder request = browser.request(address(path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return browser.send(request.build());
    }

    private static String header(HttpResponse<?> answer, String name) {
        return answer.headers().firstValue(name).orElse("");
    }

    @Test
    void file_isGivenToBeKeptAndNeverToBeShown() throws Exception {
        assertThat(browser.page("/datasets/" + content.id() + "/files?in=deep"))
                .contains("href=\"" + address("deep/" + NAME) + "\"");
        HttpResponse<String> all = get("deep/" + NAME);
        assertThat(all.statusCode()).isEqualTo(200);
        assertThat(all.body()).isEqualTo(TEXT);
        assertThat(header(all, "Content-Type")).isEqualTo("application/octet-stream");
        assertThat(header(all, "X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(header(all, "Content-Disposition")).isEqualTo("attachment;"
                + " filename=\"Gr__e ___.html\"; filename*=UTF-8''"
                + "Gr%C3%B6%C3%9Fe%20%27%E8%A8%88%27.html");
        assertThat(header(all, "Content-Length"))
                .isEqualTo(Integer.toString(TEXT.length()));
        assertThat(get("empty").body()).isEmpty();
        assertThat(browser.bytes(address("large.bin"))).hasSize(3_000_000);
    }

    @Test
    void aPartOfAFile_isGivenAsAskedFor() throws Exception {
        String path = "deep/" + NAME;
        String tag = header(get(path), "ETag");
        HttpResponse<String> part = get(path, "Range", "bytes=1-6", "If-Range", tag);
        assertThat(part.statusCode()).isEqualTo(206);
        assertThat(part.body()).isEqualTo("script");
        assertThat(header(part, "Content-Range")).isEqualTo("bytes 1-6/" + TEXT.length());
        assertThat(get(path, "Range", "bytes=-9").body()).isEqualTo("</script>");
        assertThat(get(path, "Range", "bytes=1-6", "If-Range", "\"another\"").body())
                .isEqualTo(TEXT);
        HttpResponse<String> behind = get(path, "Range", "bytes=9999-");
        assertThat(behind.statusCode()).isEqualTo(416);
        assertThat(header(behind, "Content-Range")).isEqualTo("bytes */" + TEXT.length());
        site.files.refuse(Reason.UNREACHABLE); // the headers are known without the data
        HttpResponse<String> head = browser
                .send(browser.request(address(path)).method("HEAD",
                        HttpRequest.BodyPublishers.noBody()).build());
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(header(head, "Content-Length")).isEqualTo(Integer.toString(TEXT.length()));
    }

    @Test
    void whoMayNotSeeIt_isToldThereIsNone() throws Exception {
        Browser other = site.loggedIn("stranger");
        HttpResponse<String> hidden = other.get(address("large.bin"));
        assertThat(hidden.statusCode()).isEqualTo(404);
        assertThat(hidden.body())
                .isEqualTo(other.get("/datasets/none/file?path=large.bin").body());
        assertThat(get("deep").statusCode()).isEqualTo(404);
        assertThat(get("../source/large.bin").statusCode()).isEqualTo(404);
        assertThat(site.browser().get(address("large.bin")).statusCode()).isEqualTo(303);
    }

    @Test
    void aRightThatIsTakenAway_endsTheTransfer() throws Exception {
        whileSending(() -> site.catalog.access().grants().replace(owner.id(), content.id(),
                Grants.accounts(List.of(owner.id()))));
        assertThatThrownBy(() -> browser.bytes(address("large.bin")))
                .isInstanceOf(IOException.class);
        assertThat(get("large.bin").statusCode()).isEqualTo(404);
    }

    @Test
    void aSessionThatEnds_endsItsTransfer() throws Exception {
        whileSending(() -> site.catalog.identity().sessions().close(browser.cookie()));
        assertThatThrownBy(() -> browser.bytes(address("large.bin")))
                .isInstanceOf(IOException.class);
        assertThat(site.loggedIn("reader").bytes(address("large.bin"))).hasSize(3_000_000);
    }

    @Test
    void aTokenThatIsRevoked_endsItsTransfer() throws Exception {
        ApiToken.Made made = site.catalog.identity().apiTokens().create(reader.id(), "nightly",
                Scope.READ,
                Duration.ofDays(1));
        HttpRequest request = site.browser()
                .request("/api/v1/datasets/" + content.id() + "/file?path=large.bin")
                .header("Authorization", "Bearer " + made.secret()).build();
        whileSending(
                () -> site.catalog.identity().apiTokens().revoke(reader.id(), made.token().id()));
        assertThatThrownBy(() -> site.browser().send(request)).isInstanceOf(IOException.class);
        assertThat(site.browser().send(request).statusCode()).isEqualTo(401);
    }

    /** Done once, with some of the file on its way, and some time before the rest comes. */
    private void whileSending(Runnable done) {
        site.files.sendThrough(in -> new FilterInputStream(in) {
            private int reads;

            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                if (++reads == 3) {
                    done.run();
                    site.clock.set(site.clock.instant().plus(Duration.ofSeconds(6)));
                }
                return super.read(into, offset, length);
            }
        });
    }

    @Test
    void whatCannotBeHadNow_isAnsweredWithAPageThatSaysWhy() throws Exception {
        site.files.refuse(Reason.BUSY);
        HttpResponse<String> busy = get("large.bin");
        assertThat(busy.statusCode()).isEqualTo(503);
        assertThat(header(busy, "Retry-After")).isNotEmpty();
        assertThat(busy.body()).contains("limit of simultaneous downloads");
        site.files.refuse(Reason.YOURS);
        assertThat(get("large.bin").body()).contains("already downloading two files");
        site.files.refuse(Reason.UNREACHABLE);
        HttpResponse<String> away = get("large.bin");
        assertThat(away.statusCode()).isEqualTo(504);
        assertThat(away.body()).contains("No machine that has this data set")
                .contains("Choose Get");
        site.files.refuse(Reason.NO_ROOM);
        HttpResponse<String> full = get("large.bin");
        assertThat(full.statusCode()).isEqualTo(507);
        assertThat(full.body()).contains("disk is full", "Choose Get");
        InputStream failing = new FilterInputStream(InputStream.nullInputStream()) {
            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                throw new IOException("a test wants it so");
            }
        };
        site.files.refuse(null);
        site.files.sendThrough(_ -> failing);
        assertThat(get("large.bin").statusCode()).isEqualTo(504);
    }
}
