package org.gridtorrent.bench.gridjet;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.bench.process.Host;
import org.gridtorrent.bench.process.Tool;

/** vsftpd on a host, giving the files of a folder to everybody. It has to be started by root. */
final class VsftpdServer implements AutoCloseable {
    private static final int PORT = 2121;
    private static final int SECONDS_TO_END = 5;
    private static final Path PROGRAM = Path.of("/usr/sbin/vsftpd");

    private final Host host;
    private final Process process;

    private VsftpdServer(Host host, Process process) {
        this.host = host;
        this.process = process;
    }

    /** Why it cannot be run; empty when it can. */
    static Optional<String> missing() {
        if (!Files.isExecutable(PROGRAM)) {
            return Optional.of("vsftpd is not installed (Debian: apt install vsftpd)");
        }
        return System.getProperty("user.name").equals("root")
                ? Optional.empty()
                : Optional.of("vsftpd has to be started by root");
    }

    /**
     * Starts it; returns when it listens.
     *
     * @param folder for its configuration
     * @param root of the files, which everybody may read
     */
    static VsftpdServer start(Host host, Path folder, Path root)
            throws IOException, InterruptedException {
        Path empty = Files.createDirectory(folder.resolve("empty"));
        Path configuration = folder.resolve("vsftpd.conf");
        Files.writeString(configuration, """
                listen=YES
                background=NO
                listen_address=%1$s
                listen_port=%2$d
                pasv_address=%1$s
                anonymous_enable=YES
                no_anon_password=YES
                anon_root=%3$s
                secure_chroot_dir=%4$s
                xferlog_enable=NO
                """.formatted(host.address(), PORT, root, empty));
        Process process = host
                .startTied(List.of(PROGRAM.toString(), configuration.toString()));
        try {
            host.awaitListening(PORT, host);
        } catch (IOException e) {
            Tool.end(process, SECONDS_TO_END);
            throw new IOException("vsftpd does not start: " + new String(
                    process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip(), e);
        }
        return new VsftpdServer(host, process);
    }

    /** Address of a file below the root. */
    String url(String path) {
        return "ftp://" + host.address() + ":" + PORT + "/" + path;
    }

    @Override
    public void close() {
        Tool.end(process, SECONDS_TO_END);
    }
}
