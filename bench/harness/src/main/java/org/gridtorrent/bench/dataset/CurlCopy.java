package org.gridtorrent.bench.dataset;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.gridtorrent.bench.mdtp.NginxServer;
import org.gridtorrent.bench.process.Host;
import org.gridtorrent.bench.process.ProcessTimes;
import org.gridtorrent.bench.process.TimedCommand;
import org.gridtorrent.bench.process.Tool;
import org.gridtorrent.bench.result.TransferCost;
import org.jspecify.annotations.Nullable;

/** curl from nginx over HTTPS, one file after the other on one connection. */
final class CurlCopy implements CopyTool, AutoCloseable {
    private final Path source;
    private final Path own;
    private @Nullable NginxServer server;

    /**
     * @param source folder of the files' folders
     * @param own an empty folder, for the server
     */
    CurlCopy(Path source, Path own) {
        this.source = source;
        this.own = own;
    }

    @Override
    public String title() {
        return "curl from nginx over HTTPS";
    }

    @Override
    public Optional<String> missing() {
        return NginxServer.missing().or(() -> Tool.missing("curl", "curl"))
                .or(() -> Tool.missing("openssl", "openssl"));
    }

    @Override
    public void prepare(DatasetFiles files) throws IOException, InterruptedException {
        running();
    }

    private NginxServer running() throws IOException, InterruptedException {
        NginxServer started = server;
        if (started == null) {
            Tool.run(List.of("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                    "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", "/CN=bench",
                    "-addext", "subjectAltName=IP:" + Host.HERE.address(), "-keyout",
                    own.resolve("key.pem").toString(), "-out", certificate().toString()));
            started = NginxServer.startHttps(
                    new NginxServer.Certificate(certificate(), own.resolve("key.pem")), own,
                    source);
            server = started;
        }
        return started;
    }

    private Path certificate() {
        return own.resolve("certificate.pem");
    }

    @Override
    public TransferCost copy(DatasetFiles files, Path target)
            throws IOException, InterruptedException {
        NginxServer nginx = running();
        Path list = own.resolve(files.name() + ".curl");
        Files.writeString(list, files.paths().stream()
                .map(path -> "url = \"%s\"%noutput = \"%s\"%n".formatted(
                        nginx.url(files.name() + "/" + path),
                        arrived(files, target).resolve(path)))
                .collect(Collectors.joining()));
        double cpuBefore = cpuSeconds(nginx);
        TimedCommand.Taken taken = TimedCommand.run(LIMIT_SECONDS, own.resolve("curl.log"),
                List.of("curl", "--disable", "--silent", "--show-error", "--fail",
                        "--create-dirs", "--cacert", certificate().toString(), "--config",
                        list.toString()));
        return new TransferCost(files.length(), taken.seconds(),
                taken.cpuSeconds() + cpuSeconds(nginx) - cpuBefore);
    }

    private static double cpuSeconds(NginxServer nginx) throws IOException {
        return ProcessTimes.of(nginx.pid()).own();
    }

    @Override
    public void close() {
        if (server != null) {
            server.close();
        }
    }
}
