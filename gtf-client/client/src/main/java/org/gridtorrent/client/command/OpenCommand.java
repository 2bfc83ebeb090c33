package org.gridtorrent.client.command;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.daemon.DaemonClient;
import org.gridtorrent.client.gateway.GridjetUrl;
import org.gridtorrent.client.security.Enrolment;
import org.gridtorrent.metainfo.DisplayText;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.ExitStatus;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code open}: a data set in the browser, by the daemon's gateway. */
@Command(name = "open", description = "Open a data set in the browser through the daemon.")
public final class OpenCommand implements Callable<Integer> {
    /** Time limit of the program that opens browsers; then it is left to itself. */
    private static final int BROWSER_SECONDS = 10;

    private final Invocation invocation;

    @Parameters(paramLabel = "URL", description = "gridjet://SITE/ID/path, as on the data set's page.")
    private String url = "";

    @Option(names = "--print", description = "Print the address and do not open it. The address works once, within two minutes.")
    private boolean print;

    public OpenCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        GridjetUrl wanted = parsed();
        Device here = new Device(invocation);
        Enrolment enrolment = here.enrolment();
        if (!wanted.isOf(enrolment.pages())) {
            throw CommandFailure.notFound("the link is of the site " + wanted.site()
                    + ", and this machine is enrolled at " + enrolment.pages().getRawAuthority());
        }
        URI address;
        try (DaemonClient daemon = here.daemon()) {
            address = daemon.open(wanted.datasetId(), wanted.path());
        }
        if (print || !isShown(address)) {
            invocation.output().answer(Map.of("address", address.toString()),
                    List.of(address.toString()));
        }
        return ExitStatus.DONE;
    }

    private GridjetUrl parsed() {
        try {
            return GridjetUrl.parse(url);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.wrongUsage(
                    "'" + DisplayText.escape(url) + "': " + e.getMessage());
        }
    }

    /** False when no browser was begun; then the address is printed. */
    private boolean isShown(URI address) throws InterruptedException {
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
