package org.gridtorrent.client.command.dataset;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.client.cli.Invocation;

/** Shows addresses of the gateway in the user's browser. */
final class Browser {
    /** Time limit of the program that opens browsers; then it is left to itself. */
    private static final int BROWSER_SECONDS = 10;

    private Browser() {}

    /** Opens the address, or prints it when that is asked for or no browser can be opened. */
    static void show(Invocation invocation, URI address, boolean print)
            throws InterruptedException {
        if (print || !isShown(invocation, address)) {
            invocation.output().answer(Map.of("address", address.toString()),
                    List.of(address.toString()));
        }
    }

    /** False when no browser was begun; then the address is printed. */
    private static boolean isShown(Invocation invocation, URI address)
            throws InterruptedException {
        boolean isMac = System.getProperty("os.name", "").toLowerCase(Locale.ROOT)
                .startsWith("mac");
        try {
            Process opener = new ProcessBuilder(isMac ? "open" : "xdg-open", address.toString())
                    .redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            boolean hasShown = !opener.waitFor(BROWSER_SECONDS, TimeUnit.SECONDS)
                    || opener.exitValue() == 0;
            if (!hasShown) {
                invocation.output().say("no browser could be opened; open this address in one:");
            }
            return hasShown;
        } catch (IOException e) {
            invocation.output().say("no browser could be opened (" + e.getMessage()
                    + "); open this address in one:");
            return false;
        }
    }
}
