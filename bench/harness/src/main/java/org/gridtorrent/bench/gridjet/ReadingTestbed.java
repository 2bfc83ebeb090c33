package org.gridtorrent.bench.gridjet;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import org.gridtorrent.bench.dataset.SiteProcess;
import org.gridtorrent.bench.dataset.SitePrograms;
import org.gridtorrent.bench.dataset.SshServer;
import org.gridtorrent.bench.experiment.CloseStack;
import org.gridtorrent.bench.experiment.Experiment.Progress;
import org.gridtorrent.bench.mdtp.NginxServer;
import org.gridtorrent.bench.process.Host;
import org.gridtorrent.bench.process.Tool;
import org.gridtorrent.bench.testbed.ContentFolder;
import org.gridtorrent.bench.testbed.EmulatedLine;
import org.gridtorrent.bench.testbed.TempFolder;

/**
 * Line of a case, with site, holder and other servers on its first host and the reader on the second. Files are in
 * memory. Not thread-safe.
 */
final class ReadingTestbed implements AutoCloseable {
    private static final int READER = 2;
    private static final long WARM_UP_LENGTH = 1 << 20;
    private static final int WARM_UP_SECONDS = 120;
    /** In the kernel's count, which has its book-keeping in it. */
    private static final int HELD_BYTES = 2 * ReadingCase.HELD_WINDOW;
    static final String HTTP = "curl over HTTP";
    private static final String RCLONE = "rclone mount";
    private static final String RCLONE_STREAMS = "rclone mount, 16 streams";

    private final CloseStack opened;
    private final EmulatedLine line;
    private final TempFolder folder;
    private final Path source;
    private final SiteProcess site;
    private final Workstation holder;
    private final ReaderStation reader;
    private final FileCopies copies;
    private final Map<SampleFiles, String> published = new HashMap<>();
    private final List<ReadTool> own;
    private final List<ReadTool> others = new ArrayList<>();

    /** Makes the line, a site, a holder and a reader; {@link org.gridtorrent.terminal.CommandFailure} where no line can be. */
    ReadingTestbed(String experiment, ReadingCase situation, SitePrograms programs,
            Progress progress) throws IOException, InterruptedException {
        opened = new CloseStack(progress);
        try {
            line = opened.add(new EmulatedLine(experiment,
                    situation.spec(new SplittableRandom().nextLong(1_000_000))));
            if (situation.buffers() == ReadingCase.Buffers.HELD) {
                var _ = line.holdBuffers(HELD_BYTES);
            }
            folder = opened.add(TempFolder.create(ContentFolder.memoryOrDisk()));
            // The FTP server reads as a user of its own.
            Files.setPosixFilePermissions(folder.path(""),
                    PosixFilePermissions.fromString("rwxr-xr-x"));
            source = folder.make("source");
            copies = new FileCopies(folder.make("copies"));
            site = opened.add(SiteProcess.start(programs, line.sender(), folder.make("site")));
            holder = opened.add(
                    new Workstation(programs, line.sender(), folder.path("holder-home")));
            holder.enrol(site, "holder");
            holder.start("tcp");
            reader = opened.add(new ReaderStation(programs, site, line.receiver(),
                    folder.make("reader")));
            own = List.of(new MountRead(this), gateway());
            addOthers();
        } catch (IOException | InterruptedException | RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    private void addOthers() throws IOException, InterruptedException {
        Host server = line.sender();
        Optional<String> noNginx = NginxServer.missing();
        if (noNginx.isEmpty()) {
            NginxServer nginx = opened
                    .add(NginxServer.start(server, folder.make("nginx"), source));
            others.add(curl(HTTP, noNginx, files -> nginx.url(name(files))));
            others.add(rclone(RCLONE, Optional.empty(), nginx, List.of()));
            others.add(rclone(RCLONE_STREAMS, noStreams(), nginx,
                    List.of("--vfs-read-chunk-streams", "16", "--vfs-read-chunk-size", "4M")));
        } else {
            for (String title : List.of(HTTP, RCLONE, RCLONE_STREAMS)) {
                others.add(curl(title, noNginx, this::name));
            }
        }
        Optional<String> noFtp = VsftpdServer.missing();
        if (noFtp.isEmpty()) {
            VsftpdServer vsftpd = opened
                    .add(VsftpdServer.start(server, folder.make("vsftpd"), source));
            others.add(curl("curl over FTP", noFtp, files -> vsftpd.url(name(files))));
        } else {
            others.add(curl("curl over FTP", noFtp, this::name));
        }
        others.add(sshfs(server));
    }

    private ReadTool sshfs(Host server) throws IOException, InterruptedException {
        Optional<String> missing = SshServer.missing().or(() -> Tool.missing("sshfs", "sshfs"));
        SshServer sshd = opened.add(new SshServer(server, folder.make("ssh")));
        if (missing.isEmpty()) {
            sshd.start();
        }
        return new MountedPeerRead("sshfs", missing, line.receiver(), folder.make("sshfs"),
                copies,
                (files, mountPoint) -> List.of("sshfs", "-f", "-F",
                        sshd.clientConfiguration().toString(),
                        SshServer.ALIAS + ":" + files.folder(), mountPoint.toString()));
    }

    private String name(SampleFiles files) {
        return source.relativize(files.folder()) + "/";
    }

    private ReadTool curl(String title, Optional<String> missing, FolderAddress address)
            throws IOException {
        return new CurlRead(title, missing, line.receiver(), folder.make(title.replace(' ', '-')),
                files -> new CurlRead.Request(List.of(), address.of(files)));
    }

    private interface FolderAddress {
        String of(SampleFiles files);
    }

    private ReadTool rclone(String title, Optional<String> missing, NginxServer nginx,
            List<String> options) throws IOException {
        return new MountedPeerRead(title, missing.or(() -> Tool.missing("rclone", "rclone")),
                line.receiver(), folder.make(title.replace(' ', '-')), copies,
                (files, mountPoint) -> Tool.concat(
                        List.of("rclone", "mount", ":http:", mountPoint.toString(), "--http-url",
                                nginx.url(name(files)), "--config", "/dev/null", "--read-only"),
                        options));
    }

    /** Older versions read with one stream only. */
    private static Optional<String> noStreams() throws IOException, InterruptedException {
        boolean has = Tool.missing("rclone", "rclone").isEmpty() && Tool
                .run(List.of("rclone", "mount", "--help")).contains("--vfs-read-chunk-streams");
        return has
                ? Optional.empty()
                : Optional.of("no rclone here has --vfs-read-chunk-streams; 1.68 is needed");
    }

    /** The daemon's gateway, which a browser reads from: curl with a session's cookie. */
    private ReadTool gateway() throws IOException {
        Path jars = folder.make("gateway");
        return new CurlRead("GridTorrent, gateway", Optional.empty(), line.receiver(), jars,
                files -> {
                    String id = id(files);
                    Path inTree = reader.pathInDataset(id);
                    URI address = URI.create(reader.machine().command("open",
                            "gridjet://" + site.pages().getRawAuthority() + "/" + id + "/",
                            "--print").path("address").asText());
                    Path jar = jars.resolve(id + ".jar");
                    Tool.run(line.receiver().commandOn(List.of("curl", "--disable", "--silent",
                            "--show-error", "--fail", "--noproxy", "*", "--output", "/dev/null",
                            "--cookie-jar", jar.toString(), address.toString())));
                    return new CurlRead.Request(List.of("--cookie", jar.toString()),
                            "http://" + address.getRawAuthority() + "/"
                                    + (inTree.toString().isEmpty() ? "" : inTree + "/"));
                });
    }

    /** Writes files and publishes them for the reader. */
    SampleFiles publish(String name, long length, int count)
            throws IOException, InterruptedException {
        SampleFiles files = SampleFiles.write(source.resolve(name), length, count,
                published.size() + 1);
        published.put(files, holder.publish(files.folder(), ReaderStation.USER));
        return files;
    }

    /** The data set of published files. */
    String id(SampleFiles files) {
        return Objects.requireNonNull(published.get(files));
    }

    /**
     * Starts the reader anew, and lets it read another data set by mount and gateway, so that its virtual machines
     * know the code.
     */
    void restartReader(String transport, SampleFiles warmUp)
            throws IOException, InterruptedException {
        reader.restart(transport, id(warmUp));
        for (ReadTool tool : own) {
            var _ = tool.read(warmUp, WARM_UP_SECONDS);
        }
    }

    /** Files for {@link #restartReader}. */
    SampleFiles publishWarmUp() throws IOException, InterruptedException {
        return publish("warm-up", WARM_UP_LENGTH, 2);
    }

    ReaderStation reader() {
        return reader;
    }

    FileCopies copies() {
        return copies;
    }

    ReadTool mount() {
        return own.getFirst();
    }

    /** GridTorrent's, the mount first. */
    List<ReadTool> own() {
        return own;
    }

    /** Other programs. */
    List<ReadTool> others() {
        return others;
    }

    /** Bytes that the line has brought to the reader, headers of IP included. */
    long bytesToReader() throws IOException, InterruptedException {
        return line.traffic().get(READER - 1).deliveredBytes();
    }

    /** The line and what crossed it, for the run's record. */
    String describe() throws IOException, InterruptedException {
        return line.describe() + ": " + line.health();
    }

    @Override
    public void close() {
        opened.close();
    }
}
