package org.gridtorrent.client.command;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.config.Configuration;
import org.gridtorrent.client.config.Setting;
import org.gridtorrent.client.daemon.DaemonClient;
import org.gridtorrent.client.pages.PagesClient;
import org.gridtorrent.client.security.Enrolment;
import org.gridtorrent.client.security.IdentityStore;
import org.gridtorrent.client.task.OpenedFolders;
import org.gridtorrent.client.web.WebAuthorities;
import org.gridtorrent.metainfo.DisplayText;
import org.gridtorrent.metainfo.address.ServerUri;
import org.gridtorrent.terminal.CommandFailure;

/** What the commands need of this device, or the failure that says how to get it. */
public final class Device {
    private final Invocation invocation;

    public Device(Invocation invocation) {
        this.invocation = invocation;
    }

    public IdentityStore identity() {
        return new IdentityStore(invocation.home().identity());
    }

    public Enrolment enrolment() throws IOException {
        return identity().enrolment().orElseThrow(() -> CommandFailure.notAllowed(
                "this machine is not enrolled; get a code on the site's page \"Machines\", then: "
                        + command("enrol URL CODE")));
    }

    public DaemonClient daemon() throws IOException {
        return DaemonClient.connect(invocation.home()).orElseThrow(() -> CommandFailure
                .noAnswer("the daemon is not running; start it with: " + command("daemon run")));
    }

    /** A command as it is to be typed to reach this home. */
    public String command(String words) {
        return "gridtorrent " + invocation.namedHome().map(home -> "--home " + home + " ")
                .orElse("") + words;
    }

    /** With a token of a person's own, and its site's address, a machine need not be enrolled. */
    public PagesClient pages() throws IOException {
        Configuration configuration = invocation.configuration();
        SSLContext tls = WebAuthorities.trusted(invocation.home(), invocation.environment());
        Optional<String> token = configuration.optionalText(Setting.TOKEN);
        if (token.isEmpty()) {
            Enrolment enrolment = enrolment();
            return new PagesClient(enrolment.pages(), enrolment.token(), tls);
        }
        Optional<String> site = configuration.optionalText(Setting.SITE);
        URI pages = site.isPresent() ? address(site.get()) : siteOfTheMachine();
        return new PagesClient(pages, token.get(), tls);
    }

    private URI siteOfTheMachine() throws IOException {
        return identity().enrolment().map(Enrolment::pages)
                .orElseThrow(() -> CommandFailure.notAllowed("there is a token and no site that it"
                        + " is for; set " + Setting.SITE.variable()
                        + " to the address of its pages"));
    }

    private static URI address(String site) {
        try {
            return ServerUri.parse(site, List.of("http", "https"));
        } catch (IllegalArgumentException e) {
            throw CommandFailure.wrongUsage(Setting.SITE.variable() + ": '"
                    + DisplayText.escape(site) + "' " + e.getMessage()
                    + "; write an address like https://site.example:8480");
        }
    }

    public OpenedFolders folders() {
        return new OpenedFolders(invocation.home().openedFolders());
    }

    public Path downloads() {
        return invocation.configuration().optionalText(Setting.DOWNLOADS).map(Path::of)
                .orElse(invocation.home().defaultDownloads());
    }
}
