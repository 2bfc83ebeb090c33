package org.gridtorrent.ccm.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.gridtorrent.catalog.device.Device.Enrolled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** Publishing and getting with the keyboard alone, the focus always to be seen. */
@EnabledIf("org.gridtorrent.ccm.browser.Chromium#isInstalled")
class KeyboardTest {
    private static final int MOST_TABS = 80;
    /** Whether what has the focus is seen, has a ring, and stands after what had it before. */
    private static final String LOOK = """
            () => {
              const now = document.activeElement, before = window.focusedBefore;
              window.focusedBefore = now;
              const box = now.getBoundingClientRect();
              const ring = now.closest('.choice') || now;
              const drawn = [now, ring].some(one => {
                const style = getComputedStyle(one);
                return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0
                    || style.boxShadow !== 'none';
              });
              if (now === document.body) return 'nothing has the focus';
              if (box.width === 0 || box.height === 0) return 'not to be seen';
              if (!drawn) return 'no ring';
              const after = !before || before === now
                  || before.compareDocumentPosition(now) & Node.DOCUMENT_POSITION_FOLLOWING;
              return after ? '' : 'before ' + before.outerHTML;
            }""";
    @TempDir
    Path folder;

    @Test
    void publishingAndGettingNeedNoMouse() throws Exception {
        try (var crowd = new BrowserSession(folder)) {
            var owner = crowd.person("owner");
            Enrolled workstation = crowd.site.machine(
                    crowd.site.catalog.identity().accounts().findByName("owner").orElseThrow(),
                    "workstation", "/data");
            owner.go("/publish");
            skipToContent(owner.page());
            tabTo(owner.page(), "input[name=folder]");
            owner.page().keyboard().press("Space");
            tabTo(owner.page(), "#title");
            owner.page().keyboard().type("Run 17");
            tabTo(owner.page(), "input[name=access]");
            while (!owner.page().isChecked("input[name=access][value=public]")) {
                owner.page().keyboard().press("ArrowUp");
            }
            owner.page().focus("#title");
            enter(owner);
            assertThat(owner.text()).contains("Nothing has been published yet");
            tabTo(owner.page(), "main button[value=publish]");
            enter(owner);
            assertThat(owner.text()).contains("has started. Its progress is under Transfers");
            Path source = Files.createDirectories(folder.resolve("run"));
            Files.writeString(source.resolve("frame.h5"), "bytes");
            crowd.published(workstation.device().id(), source);
            var reader = crowd.person("reader");
            crowd.site.machine(
                    crowd.site.catalog.identity().accounts().findByName("reader").orElseThrow(),
                    "laptop");
            reader.go("/search?q=run");
            skipToContent(reader.page());
            tabTo(reader.page(), "main .list a.title");
            enter(reader);
            skipToContent(reader.page());
            tabTo(reader.page(), "main form[action$='/get'] button");
            enter(reader);
            assertThat(reader.text()).contains("has started. Its progress is under Transfers");
        }
    }

    private static void skipToContent(Page page) {
        page.keyboard().press("Tab");
        assertThat(focused(page, "a.skip")).isTrue();
        assertThat(page.locator("a.skip").boundingBox().y).isNotNegative();
        page.keyboard().press("Enter");
        assertThat(page.url()).endsWith("#content");
        assertThat(focused(page, "main")).isTrue();
        page.evaluate("() => { delete window.focusedBefore; }");
    }

    private static void tabTo(Page page, String selector) {
        for (int i = 0; i < MOST_TABS && !focused(page, selector); i++) {
            page.keyboard().press("Tab");
            assertThat(page.evaluate(LOOK)).as(() -> "focus at " + Objects.toString(
                    page.evaluate("document.activeElement.outerHTML"))).isEqualTo("");
        }
        assertThat(focused(page, selector)).as(selector + " has the focus").isTrue();
    }

    private static boolean focused(Page page, String selector) {
        return (Boolean) page.evaluate("selector => document.activeElement.matches(selector)",
                selector);
    }

    private static void enter(Visitor visitor) {
        visitor.afterLoading(() -> visitor.page().keyboard().press("Enter"));
    }
}
