package org.gridtorrent.ccm.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.ccm.SampleSite;
import org.gridtorrent.ccm.TestSite;
import org.gridtorrent.ccm.browser.SitePages.View;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/**
 * Looks at every page of {@link SitePages}, wide and narrow, light and dark. With
 * {@code -Dscreenshots=FOLDER} each leaves its pictures there, in both languages.
 */
@EnabledIf("org.gridtorrent.ccm.browser.Chromium#isInstalled")
class EveryPageTest {
    private static final int WIDE = 1280;
    private static final int NARROW = 390;
    private static final int HEIGHT = 900;

    private final Optional<Path> pictures = Optional.ofNullable(System.getProperty("screenshots"))
            .map(Path::of);
    private final Axe axe = new Axe();
    private final List<String> wrong = new ArrayList<>();
    @TempDir
    Path folder;

    @Test
    void everyPageFitsInBothLanguagesAndAxeFindsNothing() throws Exception {
        try (var site = new SampleSite(folder, 0)) {
            walk(site, "en", WIDE, NARROW);
            walk(site, "de", pictures.isPresent() ? new int[]{WIDE, NARROW} : new int[]{NARROW});
            assertThat(wrong).as(String.join("\n", wrong)).isEmpty();
        }
    }

    /** What fails is in the log then, as it has to be: POST /login. */
    @Test
    void aFailureHasItsPage() throws Exception {
        var site = new TestSite(folder);
        try (var visitor = Visitor.at(site.url)) {
            visitor.go("/login");
            site.catalog.close();
            visitor.page().fill("main [name=name]", "somebody");
            visitor.page().fill("main [name=password]", "some password");
            visitor.press("main form[action='/login'] button");
            var view = new View("error-503", SitePages.NOBODY, "", 503, _ -> {});
            look(view, visitor, "en", WIDE);
            look(view, visitor, "en", NARROW);
            assertThat(wrong).isEmpty();
            assertThat(visitor.text()).contains("503");
        } finally {
            site.close();
        }
    }

    private void walk(SampleSite site, String language, int... widths) {
        Map<String, Visitor> people = new HashMap<>();
        try {
            for (View view : SitePages.of(site)) {
                Visitor visitor = people.computeIfAbsent(view.who(),
                        who -> arrive(site, language, who));
                try {
                    visitor.page().setViewportSize(widths[0], HEIGHT);
                    show(view, visitor);
                    for (int width : widths) {
                        look(view, visitor, language, width);
                    }
                } catch (RuntimeException | AssertionError e) {
                    wrong.add(view.name() + ": " + e);
                }
            }
            people.values().forEach(visitor -> wrong.addAll(visitor.complaints()));
        } finally {
            people.values().forEach(Visitor::close);
        }
    }

    private static Visitor arrive(SampleSite site, String language, String who) {
        var visitor = Visitor.of(Visitor.window(site.url(), language));
        return who.equals(SitePages.NOBODY)
                ? visitor
                : visitor.withSession(site.url(), site.session(who));
    }

    private static void show(View view, Visitor visitor) {
        assertThat(visitor.go(view.path())).isEqualTo(view.status());
        view.then().accept(visitor);
    }

    /**
     * With {@code -Pfull} axe applies all its rules at each width and looks at the colours of both
     * themes there. In the build it applies all rules in a wide window, in the light theme, and looks
     * at the dark theme's colours in a narrow one.
     */
    private void look(View view, Visitor visitor, String language, int width) {
        Page page = visitor.page();
        page.setViewportSize(width, HEIGHT);
        String name = view.name() + (language.equals("en") ? "" : "-" + language) + "-" + width;
        var wide = (Number) page.evaluate("document.documentElement.scrollWidth");
        if (wide.intValue() > width) {
            wrong.add(name + " is " + wide + " wide");
        }
        boolean english = language.equals("en");
        if (english && (width == WIDE || TestScale.isFull())) {
            axe.everything(page).forEach(found -> wrong.add(name + ": " + found));
        }
        picture(page, name + "-light");
        boolean darkToo = english && (width == NARROW || TestScale.isFull());
        if (darkToo || pictures.isPresent()) {
            page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
            if (darkToo) {
                axe.colours(page).forEach(found -> wrong.add(name + ", dark: " + found));
            }
            picture(page, name + "-dark");
            page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.LIGHT));
        }
    }

    private void picture(Page page, String name) {
        pictures.ifPresent(place -> page.screenshot(new Page.ScreenshotOptions().setFullPage(true)
                .setPath(place.resolve(name + ".png"))));
    }
}
