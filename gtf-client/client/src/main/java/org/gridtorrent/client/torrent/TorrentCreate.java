package org.gridtorrent.client.torrent;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.mdtp.http.ReplicaUri;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoException;
import org.gridtorrent.metainfo.address.ServerUri;
import org.gridtorrent.metainfo.create.MetainfoBuilder;
import org.gridtorrent.metainfo.create.MetainfoBuilder.Built;
import org.gridtorrent.metainfo.create.UnpublishableException;
import org.gridtorrent.terminal.ByteSize;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.ExitStatus;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code torrent create}: hashes a file or folder where it lies and writes a .torrent file. */
@Command(name = "create", description = "Create a .torrent file.")
final class TorrentCreate implements Callable<Integer> {
    private final Invocation invocation;

    @Parameters(paramLabel = "PATH", description = "The file or folder.")
    @SuppressWarnings("NullAway.Init") // picocli refuses a command line without it
    private Path source;

    @Option(names = {"-o",
        "--output"}, paramLabel = "FILE", description = "File to write (default: NAME.torrent in the current folder).")
    private @Nullable Path output;

    @Option(names = "--piece-length", paramLabel = "SIZE", converter = ByteSize.Converter.class, description = "Length of a piece: a power of two from 16KiB to 128MiB. Default: chosen for about 2,000 pieces.")
    private @Nullable ByteSize pieceLength;

    @Option(names = "--skip-links", description = "Skip symbolic links that point outside the folder, to a folder, or to nothing. Without "
            + "this option they are an error.")
    private boolean skipLinks;

    @Option(names = "--private", description = "Set the private flag: clients find peers through the trackers only (BEP 27).")
    private boolean isPrivate;

    @Option(names = "--announce", paramLabel = "URL", description = "Tracker address. Repeatable.")
    private List<String> announces = new ArrayList<>();

    @Option(names = "--web-seed", paramLabel = "URL", description = "Web server with the same files: the address of the file, or of its parent folder. "
            + "Repeatable.")
    private List<String> webSeeds = new ArrayList<>();

    @Option(names = "--comment", paramLabel = "TEXT", description = "Comment in the .torrent file.")
    private String comment = "";

    TorrentCreate(Invocation invocation) {
        this.invocation = invocation;
    }

    /** What {@code --json} prints; lengths in bytes. */
    private record Created(String file, String infoHash, String name, long totalLength,
            int pieceLength, int pieces, int files, List<String> emptyFolders,
            List<String> skippedLinks) {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        MetainfoBuilder builder = builder();
        Path given = output;
        Path target = given == null ? unusedName() : given;
        checkWritable(target);
        sayQueries();
        Built built = build(builder);
        if (isPrivate && !webSeeds.isEmpty()) {
            invocation.output()
                    .say("gridtorrent: the .torrent is private, so 'torrent get' does not"
                            + " ask its web seeds; other programs may");
        }
        write(target, built.metainfo().encoded());
        answer(target, built);
        return ExitStatus.DONE;
    }

    private MetainfoBuilder builder() {
        var builder = new MetainfoBuilder(source).privateTorrent(isPrivate).skipLinks(skipLinks)
                .comment(comment);
        Optional.ofNullable(pieceLength).ifPresent(size -> setPieceLength(builder, size));
        if (webSeeds.size() > Metainfo.MAX_WEB_SEEDS) {
            throw CommandFailure.wrongUsage("--web-seed: %d are too many, allowed are %d"
                    .formatted(webSeeds.size(), Metainfo.MAX_WEB_SEEDS));
        }
        announces.forEach(url -> builder.announce(url(url, List.of("http", "https", "udp"))));
        webSeeds.forEach(url -> builder.webSeed(webSeed(url)));
        return builder;
    }

    private void sayQueries() {
        webSeeds.stream().filter(url -> webSeed(url).getRawQuery() != null)
                .forEach(url -> invocation.output().say("gridtorrent: --web-seed "
                        + ReplicaUri.withoutSecrets(url) + ": everybody who gets the .torrent"
                        + " sees the query of this address; a secret token belongs into"
                        + " web-tokens on each machine (gridtorrent paths)"));
    }

    private static void setPieceLength(MetainfoBuilder builder, ByteSize size) {
        try {
            builder.pieceLength((int) Math.min(size.bytes(), Integer.MAX_VALUE));
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitStatus.WRONG_USAGE, "--piece-length: " + e.getMessage(),
                    e);
        }
    }

    private static URI webSeed(String text) {
        try {
            return ReplicaUri.parse(text);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitStatus.WRONG_USAGE,
                    "--web-seed " + ReplicaUri.withoutSecrets(text) + ": " + e.getMessage(), e);
        }
    }

    private static URI url(String text, List<String> schemes) {
        try {
            return ServerUri.parse(text, schemes);
        } catch (IllegalArgumentException e) {
            throw CommandFailure
                    .wrongUsage("'" + ReplicaUri.withoutSecrets(text) + "' " + e.getMessage());
        }
    }

    /** Nobody named this file, so one that is there is not replaced. */
    private Path unusedName() {
        Path name = source.toAbsolutePath().normalize().getFileName();
        Path target = Path.of((name == null ? "root" : name) + ".torrent");
        if (Files.exists(target)) {
            throw CommandFailure
                    .failed(target + ": is already there; -o FILE replaces it or names another");
        }
        return target;
    }

    /** Before hashing, which may take hours. */
    private void checkWritable(Path target) throws IOException {
        if (Files.isDirectory(target)) {
            throw CommandFailure.wrongUsage(target + ": is a folder; -o takes the file to write");
        }
        Path folder = folder(target);
        if (!Files.isDirectory(folder)) {
            throw CommandFailure.notFound(folder + ": no such folder to write to");
        }
        if (!Files.isWritable(folder)) {
            throw new FileSystemException(target.toString(), null, "its folder cannot be written");
        }
        Path real = folder.toRealPath().resolve(folder.relativize(target.toAbsolutePath()));
        if (real.startsWith(source.toRealPath())) {
            throw CommandFailure.wrongUsage(target + ": lies in what the .torrent is made of; "
                    + "-o takes a file elsewhere");
        }
        checkName(target);
        if (Files.exists(target) && !target.toString().endsWith(".torrent")) {
            throw CommandFailure.failed(target
                    + ": is already there and no .torrent; -o names another");
        }
    }

    /** Fails when the file system refuses the name itself, such as one that is too long. */
    private static void checkName(Path target) throws IOException {
        try {
            Files.readAttributes(target, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException e) {
            return; // the name is free
        } catch (FileSystemException e) {
            throw CommandFailure.wrongUsage(target + ": no file can have this name here ("
                    + e.getReason() + "); -o names another");
        }
    }

    private static Path folder(Path target) {
        Path folder = target.toAbsolutePath().getParent();
        return folder == null ? target : folder;
    }

    private Built build(MetainfoBuilder builder) throws IOException, InterruptedException {
        try (var progress = new HashingProgress(invocation.output(), "hashing")) {
            return builder.progress(progress).build();
        } catch (UnpublishableException e) {
            e.unnamed().forEach(refusal -> invocation.output()
                    .say("gridtorrent: " + refusal.describe()));
            throw new CommandFailure(ExitStatus.BAD_INPUT, String.valueOf(e.getMessage()), e);
        } catch (MetainfoException e) {
            throw new CommandFailure(ExitStatus.BAD_INPUT, String.valueOf(e.getMessage()), e);
        }
    }

    /** Whole or not at all: an interrupted run leaves no half file under the name. */
    private static void write(Path target, byte[] bytes) throws IOException {
        Path draft = folder(target).resolve(".torrent" + UUID.randomUUID() + ".new");
        try {
            // A temporary file would be for its owner alone; the rights of this one follow the umask.
            Files.write(draft, bytes, StandardOpenOption.CREATE_NEW);
            Files.move(draft, target, StandardCopyOption.REPLACE_EXISTING,
                    StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    private void answer(Path target, Built built) {
        for (Path folder : built.emptyFolders()) {
            invocation.output().say("gridtorrent: " + folder
                    + ": an empty folder, which a .torrent does not carry");
        }
        for (Path link : built.skippedLinks()) {
            invocation.output().say("gridtorrent: " + link + ": a link, which is left out");
        }
        Metainfo metainfo = built.metainfo();
        var created = new Created(target.toString(), metainfo.infoHash().hex(), metainfo.name(),
                metainfo.totalLength(),
                metainfo.pieceLength(), metainfo.pieceCount(), metainfo.files().size(),
                built.emptyFolders().stream().map(Path::toString).toList(),
                built.skippedLinks().stream().map(Path::toString).toList());
        invocation.output().answer(created, List.of(
                "Wrote " + target,
                "info-hash " + created.infoHash(),
                TorrentText.files(metainfo) + ", " + TorrentText.size(metainfo.totalLength())
                        + ", "
                        + TorrentText.pieces(metainfo)));
    }
}
