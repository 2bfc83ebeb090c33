package org.gridtorrent.client.command;

import java.io.IOException;
import java.nio.file.Path;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.config.Setting;
import org.gridtorrent.client.daemon.DaemonClient;
import org.gridtorrent.client.pages.PagesClient;
import org.gridtorrent.client.security.Enrolment;
import org.gridtorrent.client.security.IdentityStore;
import org.gridtorrent.client.task.OpenedFolders;
import org.gridtorrent.terminal.CommandFailure;

/** What the commands need of this device, or the failure that says how to get it. */
final class Device {
    private final Invocation invocation;

    Device(Invocation invocation) {
        this.invocation = invocation;
    }

    IdentityStore identity() {
        return new IdentityStore(invocation.home().identity());
    }

    Enrolment enrolment() throws IOException {
        return identity().enrolment().orElseThrow(() -> CommandFailure.notAllowed(
                "this machine is not enrolled; get a code on the site's page \"My machines\", then: "
                        + command("enrol URL CODE")));
    }

    DaemonClient daemon() throws IOException {
        return DaemonClient.connect(invocation.home()).orElseThrow(() -> CommandFailure
                .noAnswer("the daemon is not running; start it with: " + command("daemon run")));
    }

    /** A command as it is to be typed to reach this home. */
    String command(String words) {
        return "gridtorrent " + invocation.namedHome().map(home -> "--home " + home + " ")
                .orElse("") + words;
    }

    PagesClient pages() throws IOException {
        Enrolment enrolment = enrolment();
        String token = invocation.configuration().optionalText(Setting.TOKEN)
                .orElse(enrolment.token());
        return new PagesClient(enrolment.pages(), token);
    }

    OpenedFolders folders() {
        return new OpenedFolders(invocation.home().openedFolders());
    }

    Path downloads() {
        return invocation.configuration().optionalText(Setting.DOWNLOADS).map(Path::of)
                .orElse(invocation.home().defaultDownloads());
    }
}
