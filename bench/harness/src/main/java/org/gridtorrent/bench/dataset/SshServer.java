package org.gridtorrent.bench.dataset;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.bench.process.Host;
import org.gridtorrent.bench.process.ProcessTimes;
import org.gridtorrent.bench.process.Tool;
import org.jspecify.annotations.Nullable;

/**
 * sshd on a port of a host, with keys and configuration of its own. Not thread-safe.
 *
 * <p>It lets in this process's user alone, by a key that is made for it.
 */
public final class SshServer implements AutoCloseable {
    /** Name of this server in the client's configuration. */
    public static final String ALIAS = "bench";

    /** Path of sshd; its folder is not on every user's search path, and sshd wants a whole path. */
    private static final Path PROGRAM = Path.of("/usr/sbin/sshd");
    /** Folder without which sshd does not start as root; Debian makes it with the service. */
    private static final Path SERVICE_FOLDER = Path.of("/run/sshd");
    /** Runs a command as root, with a /run of its own that has the service's folder. */
    private static final List<String> WITH_SERVICE_FOLDER = List.of("unshare", "--mount", "sh",
            "-c", "mount -t tmpfs -o mode=755 none /run && mkdir /run/sshd && exec \"$0\" \"$@\"");
    private static final int SECONDS_TO_END = 5;
    private static final int SECONDS_TO_DISCONNECT = 10;

    private final Host host;
    private final Path folder;
    private int port;
    private @Nullable Process process;

    /** On this machine. */
    SshServer(Path folder) {
        this(Host.HERE, folder);
    }

    /** @param folder an empty one, for its keys and configuration */
    public SshServer(Host host, Path folder) {
        this.host = host;
        this.folder = folder;
    }

    /** Why it, or a client of it, cannot be run; empty when both can. */
    public static Optional<String> missing() {
        return Files.isExecutable(PROGRAM)
                ? Tool.missing("ssh", "openssh-client")
                : Optional.of("sshd is not installed (Debian: apt install openssh-server)");
    }

    /** Starts it, if it does not run yet; returns when it listens. */
    public void start() throws IOException, InterruptedException {
        if (process != null) {
            return;
        }
        port = Host.freePort();
        for (Path key : List.of(hostKey(), userKey())) {
            Tool.run(List.of("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key.toString()));
        }
        Files.writeString(folder.resolve("known_hosts"), "[%s]:%d %s".formatted(
                host.address(), port, Files.readString(Path.of(hostKey() + ".pub"))));
        Files.writeString(folder.resolve("sshd_config"), serverConfiguration());
        Files.writeString(clientConfiguration(), clientConfigurationText());
        Process started = host.startTied(Tool.concat(
                isRoot() && !Files.isDirectory(SERVICE_FOLDER) ? WITH_SERVICE_FOLDER : List.of(),
                List.of(PROGRAM.toString(), "-D", "-e", "-f", folder + "/sshd_config")));
        process = started;
        try {
            host.awaitListening(port, host);
        } catch (IOException e) {
            close();
            throw new IOException("sshd does not start: " + new String(
                    started.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip(), e);
        }
        Tool.discardOutput(started);
    }

    private static boolean isRoot() {
        return user().equals("root");
    }

    private static String user() {
        return System.getProperty("user.name");
    }

    private Path hostKey() {
        return folder.resolve("host_key");
    }

    private Path userKey() {
        return folder.resolve("user_key");
    }

    /** Path of a configuration by which ssh and scp know this server as {@link #ALIAS}. */
    public Path clientConfiguration() {
        return folder.resolve("ssh_config");
    }

    private String serverConfiguration() {
        return """
                ListenAddress %s:%d
                HostKey %s
                AuthorizedKeysFile %s.pub
                PidFile %s/sshd.pid
                StrictModes no
                UsePAM no
                PasswordAuthentication no
                KbdInteractiveAuthentication no
                PermitRootLogin prohibit-password
                AllowUsers %s
                MaxStartups 100
                Subsystem sftp internal-sftp
                """.formatted(host.address(), port, hostKey(), userKey(), folder, user());
    }

    private String clientConfigurationText() {
        return """
                Host %s
                HostName %s
                Port %d
                User %s
                IdentityFile %s
                IdentitiesOnly yes
                UserKnownHostsFile %s/known_hosts
                StrictHostKeyChecking yes
                BatchMode yes
                """.formatted(ALIAS, host.address(), port, user(), userKey(), folder);
    }

    /** This server as rclone's connection string. */
    String rcloneRemote() {
        return ":sftp,host=%s,port=%d,user=%s,key_file=%s,known_hosts_file=%s/known_hosts"
                .formatted(
                        host.address(), port, user(), userKey(), folder);
    }

    /** Processor seconds of it and of all its connections, once these have ended. */
    double cpuSeconds() throws IOException, InterruptedException {
        ProcessHandle server = ProcessHandle
                .of(Long.parseLong(Files.readString(folder.resolve("sshd.pid")).strip()))
                .orElseThrow(() -> new IOException("sshd has ended"));
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS_TO_DISCONNECT);
        while (server.children().findAny().isPresent()) {
            if (System.nanoTime() - endNs > 0) {
                throw new IOException("a connection of sshd did not end within "
                        + SECONDS_TO_DISCONNECT + " s");
            }
            TimeUnit.MILLISECONDS.sleep(5);
        }
        return ProcessTimes.ofTree(server);
    }

    @Override
    public void close() {
        if (process != null) {
            Tool.end(process, SECONDS_TO_END);
            process = null;
        }
    }
}
