package org.gridtorrent.client.command.dataset;

import java.io.IOException;
import java.net.URI;
import java.util.concurrent.Callable;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.command.Device;
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
            address = daemon.open(wanted.datasetId(), wanted.path())
                    .orElseThrow(() -> notFound(wanted));
        }
        Browser.show(invocation, address, print);
        return ExitStatus.DONE;
    }

    private static CommandFailure notFound(GridjetUrl wanted) {
        return CommandFailure.notFound("data set " + wanted.datasetId()
                + (wanted.path().isEmpty()
                        ? ": it does not exist, or you may not read it"
                        : ": no " + DisplayText.escape(wanted.path())
                                + " in it, or you may not read it"));
    }

    private GridjetUrl parsed() {
        try {
            return GridjetUrl.parse(url);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.wrongUsage(
                    "'" + DisplayText.escape(url) + "': " + e.getMessage());
        }
    }
}
