package org.gridtorrent.e2e.documents;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.ccm.metrics.SiteMetrics;
import org.gridtorrent.ccm.site.CcmOptions;
import org.gridtorrent.client.config.Setting;
import org.gridtorrent.client.daemon.DaemonMetrics;
import org.gridtorrent.client.daemon.DaemonStatus;
import org.gridtorrent.client.share.ContentView;
import org.gridtorrent.identity.IdentityException;
import org.gridtorrent.identity.SiteKeys;
import org.gridtorrent.standalone.GridTorrentServer;
import org.gridtorrent.standalone.cli.Invocation;
import org.gridtorrent.terminal.Output;

/** Documents of {@code docs/reference} that are made of definitions in the code, in Markdown. */
final class Reference {
    private static final Set<String> COMMON = Set.of("--debug", "--help", "--json", "--version");

    private Reference() {}

    /** Keys of {@code config.toml} and of {@code server.toml}. */
    static String configuration() {
        var text = new StringBuilder(
                """
                        # Configuration

                        Generated from the definitions in the programs.

                        ## config.toml

                        The daemon and the commands read `~/.config/gridtorrent/config.toml`, or else
                        `/etc/gridtorrent/config.toml`. Each value is a text in quotation marks. Flags override environment
                        variables, which override the file. The variable of `upload-limit` is `GRIDTORRENT_UPLOAD_LIMIT`.

                        """);
        List<List<String>> settings = Arrays.stream(Setting.values())
                .map(setting -> List.of(code(setting.key()), code(setting.defaultValue()),
                        setting.description()))
                .toList();
        Markdown.table(text, List.of("key", "default", "meaning"), settings);
        text.append(
                """

                        ## server.toml

                        `gridtorrent-server` reads `/etc/gridtorrent/server.toml`, or `server.toml` in its home. Each option of
                        `gridtorrent-server run` is a key, without dashes. A value is a text in quotation marks, or `true` or
                        `false`. Flags override environment variables (`GRIDTORRENT_HOST` for `host`), which override the
                        file. The key `home` is valid in `/etc/gridtorrent/server.toml` only.

                        """);
        Markdown.table(text, List.of("key", "value", "meaning"), serverSettings());
        return text.toString();
    }

    private static List<List<String>> serverSettings() {
        var invocation = new Invocation(Map.of(), InputStream.nullInputStream(),
                Output.standard());
        return Objects.requireNonNull(
                GridTorrentServer.commandLine(invocation).getSubcommands().get("run"))
                .getCommandSpec().options().stream()
                .filter(option -> !COMMON.contains(option.longestName()))
                .map(option -> List.of(code(option.longestName().substring(2)),
                        option.typeInfo().isBoolean() ? "`true`" : code(option.paramLabel()),
                        String.join(" ", option.description())
                                .replace("${DEFAULT-VALUE}",
                                        String.valueOf(option.defaultValue()))))
                .toList();
    }

    /** Metrics of sites and daemons. */
    static String metrics(Path folder) throws IOException, IdentityException {
        var text = new StringBuilder(
                """
                        # Metrics

                        Generated from the programs' registries. The [operator guide](../OPERATOR-GUIDE.md#monitor) says
                        which ones to watch.

                        ## Site

                        At `/metrics`. The program also exports the metrics of its Java virtual machine and process
                        (`jvm_…`, `process_…`, `system_…`).

                        """);
        metrics(siteMetrics(folder), text);
        text.append("""

                ## Daemon

                In the file that `metrics-file` names.

                """);
        metrics(daemonMetrics(folder), text);
        return text.toString();
    }

    private static void metrics(String exposition, StringBuilder text) {
        Markdown.table(text, List.of("name", "type", "labels", "meaning"),
                Exposition.parse(exposition).stream()
                        .filter(metric -> metric.name().startsWith("gridtorrent_"))
                        .map(metric -> List.of(code(metric.name()), metric.type(),
                                metric.labels().isEmpty()
                                        ? ""
                                        : code(String.join(", ", metric.labels())),
                                metric.help()))
                        .toList());
    }

    private static String siteMetrics(Path folder) throws IOException, IdentityException {
        var options = new CcmOptions("reference", URI.create("http://127.0.0.1:8480"),
                URI.create("https://127.0.0.1:8481"),
                SiteKeys.openOrCreate(folder, "reference").caCertificate(), Optional.empty(),
                Set.of(), Optional.empty(), Optional.of(folder), Optional.empty(),
                Optional.empty());
        try (Catalog catalog = Catalog.open(Catalog.memoryUrl("reference"));
                var metrics = new SiteMetrics(catalog)) {
            metrics.watch(options);
            metrics.watchTracker(Instant.EPOCH);
            metrics.called("announce", "done", 1);
            metrics.answered(200, 1);
            return metrics.text();
        }
    }

    private static String daemonMetrics(Path folder) {
        var content = new ContentView("", "", "", "", "seeding", 0, 0, 0, 0, 0, 0, 0, "", "",
                null, List.of(), List.of());
        var status = new DaemonStatus(1, "", "", "", "", "", "", Instant.EPOCH.toString(), true,
                "", "", 0, List.of(content));
        return new DaemonMetrics(() -> status, folder, InstantSource.system()).get();
    }

    /** Operations of the REST interface, by subject, from the description that every site serves. */
    static String restApi() throws IOException {
        return RestReference.of(SiteMetrics.class
                .getResource("/org/gridtorrent/ccm/rest/openapi.json"));
    }

    static String code(String text) {
        return text.isEmpty() ? "" : "`" + text + "`";
    }
}
