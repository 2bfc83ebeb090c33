package org.gridtorrent.ccm.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser.NewContextOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.task.Task;
import org.gridtorrent.ccm.TestSite;

/** A site and people with browsers at it. When it ends, no browser may have complained. */
final class BrowserSession implements AutoCloseable {
    final TestSite site;
    private final List<Visitor> visitors = new ArrayList<>();

    BrowserSession(Path folder) throws Exception {
        site = new TestSite(folder.resolve("keys"));
    }

    /** Somebody with a new account, logged in. */
    Visitor person(String name) {
        site.account(name);
        return loggedIn(name);
    }

    /** Somebody with an account, logged in without the login page. */
    Visitor loggedIn(String name) {
        return anonymous().withSession(site.url, site.session(name).token());
    }

    Visitor anonymous() {
        return visitor(Visitor.window(site.url, "en"));
    }

    /** Somebody with a new account whose browser runs no scripts, logged in by the login page. */
    Visitor withoutScripts(String name) {
        site.account(name);
        return visitor(Visitor.window(site.url, "en").setJavaScriptEnabled(false))
                .loggedInAs(name, TestSite.PASSWORD);
    }

    private Visitor visitor(NewContextOptions options) {
        var visitor = Visitor.of(options);
        visitors.add(visitor);
        return visitor;
    }

    String id(String name) {
        return site.catalog.identity().accounts().findByName(name).orElseThrow().id();
    }

    /** What a person's machine was told to publish, done with the files of a folder. */
    Content published(String deviceId, Path source) throws Exception {
        Task task = site.catalog.work().assignments().of(deviceId).getFirst();
        return site.register(task, source);
    }

    @Override
    public void close() throws IOException {
        List<String> complaints = visitors.stream()
                .flatMap(visitor -> visitor.complaints().stream()).toList();
        visitors.forEach(Visitor::close);
        site.close();
        assertThat(complaints).isEmpty();
    }
}
