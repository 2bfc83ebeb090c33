package org.gridtorrent.client.mount;

import com.fasterxml.jackson.core.JacksonException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.SocketException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.client.config.Home;
import org.gridtorrent.client.disk.DurableFile;
import org.gridtorrent.client.disk.SocketPath;
import org.gridtorrent.client.disk.StateFile;
import org.gridtorrent.terminal.Json;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Mounts of a home: for each a note on disk, a socket that tells its state, and a log. Thread-safe. */
public final class MountRegistry {
    private static final Logger LOG = LoggerFactory.getLogger(MountRegistry.class);
    private static final String NOTE = ".json";
    private static final String LOSS = "the mount is not listed any more";

    private final Path folder;

    /** Note of a mount. */
    record Note(String folder, long pid, String since) {}

    public MountRegistry(Home home) {
        folder = home.mounts();
    }

    private static String name(Path mounted) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest(mounted.toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    void add(Path mounted, Note note) throws IOException {
        StateFile.write(folder.resolve(name(mounted) + NOTE),
                Json.MAPPER.writeValueAsBytes(note));
    }

    /** Forgets a mount that has ended. */
    public void remove(Path mounted) throws IOException {
        DurableFile.delete(folder.resolve(name(mounted) + NOTE));
    }

    UnixDomainSocketAddress socket(Path mounted) throws IOException {
        return SocketPath.address(folder.resolve(name(mounted) + ".sock"));
    }

    /** Log of the process that mounts a folder. */
    public Path log(Path mounted) throws IOException {
        DurableFile.createPrivateFolder(folder);
        return folder.resolve(name(mounted) + ".log");
    }

    /** State of all mounts that did not end in good order. */
    public List<MountStatus> all() throws IOException {
        List<MountStatus> all = new ArrayList<>();
        try (DirectoryStream<Path> notes = Files.newDirectoryStream(folder, "*" + NOTE)) {
            for (Path file : notes) {
                Note note = note(file).orElse(null);
                if (note != null) {
                    all.add(status(Path.of(note.folder()))
                            .orElseGet(() -> MountStatus.killed(note)));
                }
            }
        } catch (NoSuchFileException e) {
            return List.of();
        }
        return all;
    }

    private static Optional<Note> note(Path file) throws IOException {
        Optional<byte[]> bytes = StateFile.read(file, LOSS);
        try {
            return bytes.isEmpty()
                    ? Optional.empty()
                    : Optional.of(Json.MAPPER.readValue(bytes.get(), Note.class));
        } catch (JacksonException e) {
            StateFile.setAside(file, e.getOriginalMessage(), LOSS);
            return Optional.empty();
        }
    }

    /** State of the folder's mount; empty when no process answers. */
    public Optional<MountStatus> status(Path mounted) throws IOException {
        try (SocketChannel channel = SocketChannel.open(socket(mounted));
                BufferedReader in = new BufferedReader(new InputStreamReader(
                        Channels.newInputStream(channel), StandardCharsets.UTF_8))) {
            String line = in.readLine();
            return line == null
                    ? Optional.empty()
                    : Optional.of(Json.MAPPER.readValue(line, MountStatus.class));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (SocketException e) {
            LOG.debug("{} does not answer", mounted, e);
            return Optional.empty();
        }
    }
}
