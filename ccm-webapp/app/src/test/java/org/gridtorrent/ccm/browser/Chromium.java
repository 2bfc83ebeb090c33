package org.gridtorrent.ccm.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Debian's Chromium, started once for all tests of a process. Belongs to the thread of the tests. */
public final class Chromium {
    private static final Path PROGRAM = Path.of("/usr/bin/chromium");
    private static @Nullable Browser started;

    private Chromium() {}

    public static boolean isInstalled() {
        return Files.isExecutable(PROGRAM);
    }

    /** Ends with the process. */
    public static Browser browser() {
        Browser browser = started;
        if (browser == null) {
            browser = start();
            started = browser;
        }
        return browser;
    }

    private static Browser start() {
        Playwright playwright = Playwright.create(new Playwright.CreateOptions()
                .setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        return playwright.chromium().launch(new BrowserType.LaunchOptions()
                .setExecutablePath(PROGRAM)
                .setArgs(List.of("--disable-gpu")) // to emulate one takes a tenth more processor time
                .setChromiumSandbox(!System.getProperty("user.name").equals("root")));
    }
}
