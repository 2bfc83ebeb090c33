package org.gridtorrent.client.command;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.cli.Version;
import org.gridtorrent.client.config.Setting;
import org.gridtorrent.client.daemon.DaemonClient;
import org.gridtorrent.client.pages.PagesClient;
import org.gridtorrent.client.security.Enroller;
import org.gridtorrent.client.security.Enroller.WrongSiteException;
import org.gridtorrent.client.security.Enrolment;
import org.gridtorrent.client.tracker.call.TrackerException;
import org.gridtorrent.client.tracker.call.TrackerException.Reason;
import org.gridtorrent.client.web.InsecureServerException;
import org.gridtorrent.client.web.NoAnswerException;
import org.gridtorrent.client.web.WebAuthorities;
import org.gridtorrent.client.web.WebTrust;
import org.gridtorrent.identity.EnrolmentCode;
import org.gridtorrent.mdtp.http.ReplicaUri;
import org.gridtorrent.metainfo.address.ServerUri;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.ExitStatus;
import org.gridtorrent.terminal.MachineName;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code enrol}: joins a site with a one-time code. */
@Command(name = "enrol", description = "Connect this machine to a site.")
public final class EnrolCommand implements Callable<Integer> {
    private final Invocation invocation;

    @Parameters(index = "0", paramLabel = "URL", description = "Address of the site's pages or tracker.")
    @SuppressWarnings("NullAway.Init") // picocli refuses a command line without it
    private String url;

    @Parameters(index = "1", paramLabel = "CODE", description = "Enrolment code from the page \"Machines\".")
    @SuppressWarnings("NullAway.Init") // picocli refuses a command line without it
    private String code;

    @Option(names = "--name", paramLabel = "NAME", description = "Name of this machine on the site.")
    private @Nullable String name;

    @Option(names = "--ca", paramLabel = "FILE", description = "Certificate (PEM) of the authority that signed the site's web server certificate. "
            + "Needed for authorities that the system does not trust. Later commands use it too.")
    private @Nullable Path ca;

    public EnrolCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Optional<DaemonClient> daemon = DaemonClient.connect(invocation.home());
        if (daemon.isPresent()) {
            daemon.get().close();
            throw CommandFailure
                    .failed("a daemon is running with this machine's identity; stop it first: "
                            + new Device(invocation).command("daemon stop"));
        }
        Path authorities = ca;
        List<X509Certificate> trusted = authorities == null
                ? List.of()
                : WebTrust.read(authorities);
        Enrolment enrolment = enrolled();
        if (!trusted.isEmpty()) {
            WebAuthorities.keep(invocation.home(), trusted);
        }
        if ("https".equals(enrolment.pages().getScheme())) {
            checkPages();
        }
        invocation.output().answer(
                Map.of("site", enrolment.site(), "user", enrolment.userName(), "deviceId",
                        enrolment.deviceId(),
                        "certificateEnds",
                        enrolment.credentials().certificate().getNotAfter().toInstant().toString()),
                List.of("This machine is enrolled at " + enrolment.site() + " for "
                        + enrolment.userName() + ".",
                        "Start its daemon with: "
                                + new Device(invocation).command("daemon install")));
        return ExitStatus.DONE;
    }

    /** The code proved the site itself, so that its daemon works; commands need its web server too. */
    private void checkPages() throws InterruptedException {
        try (PagesClient pages = new Device(invocation).pages()) {
            var _ = pages.me();
        } catch (InsecureServerException e) {
            invocation.output().say("gridtorrent: " + e.getMessage()
                    + ", so commands will not reach it; " + e.advice());
        } catch (IOException e) {
            return; // doctor says what is wrong
        }
    }

    private Enrolment enrolled() throws IOException, InterruptedException {
        try {
            return new Enroller(new Device(invocation).identity()).enrol(address(), parsedCode(),
                    deviceName(),
                    Version.current());
        } catch (WrongSiteException e) {
            throw new CommandFailure(ExitStatus.NOT_ALLOWED, String.valueOf(e.getMessage()), e);
        } catch (NoAnswerException e) {
            throw new CommandFailure(ExitStatus.NO_ANSWER, e.advice(), e);
        } catch (TrackerException e) {
            int status = e.reason() == Reason.CODE_REFUSED || e.reason() == Reason.OTHER_SITE
                    ? ExitStatus.NOT_ALLOWED
                    : e.reason().passes() ? ExitStatus.NO_ANSWER : ExitStatus.FAILED;
            throw new CommandFailure(status, String.valueOf(e.getMessage()), e);
        }
    }

    private EnrolmentCode parsedCode() {
        try {
            return Enroller.parseCode(code);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitStatus.BAD_INPUT, String.valueOf(e.getMessage()), e);
        }
    }

    private URI address() {
        try {
            return ServerUri.parse(url, List.of("http", "https"));
        } catch (IllegalArgumentException e) {
            throw CommandFailure.wrongUsage("'" + ReplicaUri.withoutSecrets(url) + "' "
                    + e.getMessage()
                    + "; write an address like https://site.example:8480");
        }
    }

    private String deviceName() {
        String given = invocation.configuration().withFlag(Setting.DEVICE_NAME, name)
                .text(Setting.DEVICE_NAME);
        return given.isEmpty() ? MachineName.label() : given;
    }
}
