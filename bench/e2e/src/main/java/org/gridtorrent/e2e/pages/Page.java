package org.gridtorrent.e2e.pages;

import java.net.URI;
import java.util.Optional;
import org.gridtorrent.e2e.process.CheckFailure;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.FormElement;

/**
 * An answered page: its status, the address that answered in the end, and its parsed text.
 *
 * @param root the path below which the site's pages lie; empty, or with a slash in front and none at its end
 */
public record Page(int status, URI address, Document document, String root) {

    /** This page, if it was answered as expected. */
    public Page expect(int expected) {
        if (status != expected) {
            throw new CheckFailure(
                    "%s answered %d, not %d: %s".formatted(address, status, expected, notice()));
        }
        return this;
    }

    /** The form that is sent to {@code path} of the site. */
    public Form form(String path) {
        return findForm(path).orElseThrow(
                () -> new CheckFailure(
                        "%s has no form for %s: %s".formatted(address, path, notice())));
    }

    /** The form that is sent to {@code path} of the site, if the page has one. */
    public Optional<Form> findForm(String path) {
        return document.getElementsByTag("form").stream()
                .filter(form -> address.resolve(form.attr("action")).getPath()
                        .equals(root + path))
                .map(form -> new Form(this, (FormElement) form)).findFirst();
    }

    public boolean says(String words) {
        return document.text().contains(words);
    }

    /** The path, at the site, of the first link in the page's main part that reads {@code words}. */
    public Optional<String> link(String words) {
        return document.getElementsByTag("a").stream()
                .filter(link -> link.text().strip().equals(words))
                .map(link -> address.resolve(link.attr("href")).getPath())
                .map(path -> path.substring(root.length())).findFirst();
    }

    /** What the page says first of all: an error, or its heading. */
    String notice() {
        var notice = document.select("[role=alert], .error, .notice, h1").first();
        return notice == null ? document.title() : notice.text();
    }
}
