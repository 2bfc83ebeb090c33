package org.gridtorrent.ccm.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.ConsoleMessage;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.options.Cookie;
import com.microsoft.playwright.options.ReducedMotion;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/**
 * Somebody with a browser of their own, and what that browser complains of: errors of scripts,
 * violations of the content security policy, requests that failed.
 */
public final class Visitor implements AutoCloseable {
    private final BrowserContext context;
    private final Page page;
    private final List<String> complaints = new ArrayList<>();
    private int loaded;

    private Visitor(BrowserContext context) {
        this.context = context;
        context.setDefaultTimeout(15_000);
        context.onConsoleMessage(this::hear);
        context.onWebError(error -> complaints.add(error.error()));
        this.page = context.newPage();
        page.onLoad(_ -> loaded++);
    }

    /** Options of a wide window without motion, of a browser that speaks this language. */
    public static Browser.NewContextOptions window(URI site, String language) {
        return new Browser.NewContextOptions().setBaseURL(site.toString())
                .setReducedMotion(ReducedMotion.REDUCE).setLocale(language)
                .setViewportSize(1280, 900);
    }

    public static Visitor of(Browser.NewContextOptions options) {
        return new Visitor(Chromium.browser().newContext(options));
    }

    /** With an English browser, not logged in. */
    public static Visitor at(URI site) {
        return of(window(site, "en"));
    }

    /** An answer with an error's status is what was asked for; that the browser notes it, is not. */
    private void hear(ConsoleMessage message) {
        boolean status = message.text().startsWith("Failed to load resource")
                && message.location().startsWith(page.url());
        if (message.type().equals("error") && !status) {
            complaints.add(message.text() + " at " + message.location());
        }
    }

    /** Logs in by the login page. */
    public Visitor loggedInAs(String name, String password) {
        page.navigate("/login");
        page.fill("main [name=name]", name);
        page.fill("main [name=password]", password);
        press("main form[action='/login'] button");
        return this;
    }

    /** With the cookie of a session that was opened without the login page. */
    public Visitor withSession(URI site, String token) {
        context.addCookies(List.of(new Cookie("gridtorrent", token).setUrl(site.toString())));
        return this;
    }

    public Page page() {
        return page;
    }

    /** The answer's status. */
    public int go(String path) {
        Response answer = page.navigate(path);
        return answer == null ? 0 : answer.status();
    }

    /**
     * Turns away from pages with a transfer on them. Such a page loads itself anew when the machine
     * is done, and where its visitor went meanwhile would be lost.
     */
    public void turnAway() {
        go("/account");
    }

    /** Presses what sends a form or leads elsewhere, and waits for the page that comes. */
    public void press(String selector) {
        afterLoading(() -> page.click(selector));
    }

    /** Does what leads to another page, and waits for that. */
    public void afterLoading(Runnable act) {
        int before = loaded;
        act.run();
        page.waitForCondition(() -> loaded > before);
    }

    /** The same, of a button by the name that a screen reader says. */
    public void pressButton(String name) {
        press("role=button[name=\"" + name + "\"]");
    }

    public String text() {
        return page.innerText("main");
    }

    public List<String> complaints() {
        return List.copyOf(complaints);
    }

    @Override
    public void close() {
        context.close();
    }
}
