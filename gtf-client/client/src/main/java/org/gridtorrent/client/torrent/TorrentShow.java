package org.gridtorrent.client.torrent;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.metainfo.FileAttribute;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.metainfo.MagnetLink;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoFile;
import org.gridtorrent.metainfo.PiecesRoot;
import org.gridtorrent.terminal.ExitStatus;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code torrent show}. */
@Command(name = "show", description = "Show what a .torrent file contains.")
final class TorrentShow implements Callable<Integer> {
    private final Invocation invocation;

    @Parameters(paramLabel = "FILE", description = "The .torrent file (-: standard input).")
    @SuppressWarnings("NullAway.Init") // picocli refuses a command line without it
    private Path file;

    TorrentShow(Invocation invocation) {
        this.invocation = invocation;
    }

    /**
     * What {@code --json} prints; lengths in bytes, the total with padding. Texts that there is
     * nothing to put into are empty.
     */
    private record Shown(String infoHash, String infoHashV2, String magnet, String name,
            long totalLength, int pieceLength, int pieces,
            @JsonProperty("private") boolean isPrivate,
            @JsonProperty("singleFile") boolean isSingleFile, String source, String comment,
            List<List<String>> announce, List<String> unusableTrackers,
            List<String> webSeeds, List<ShownFile> files) {}

    private record ShownFile(String path, long length, boolean padding, boolean executable,
            boolean hidden, String piecesRoot) {
        static ShownFile of(MetainfoFile file) {
            return new ShownFile(file.path().toString(), file.length(), file.isPadding(),
                    file.attributes().contains(FileAttribute.EXECUTABLE),
                    file.attributes().contains(FileAttribute.HIDDEN),
                    file.root().map(PiecesRoot::hex).orElse(""));
        }
    }

    @Override
    public Integer call() throws IOException {
        Metainfo metainfo = TorrentFile.read(invocation, file);
        invocation.output().answer(shown(metainfo), lines(metainfo));
        return ExitStatus.DONE;
    }

    private static Shown shown(Metainfo metainfo) {
        return new Shown(metainfo.infoHash().hex(),
                metainfo.infoHashV2().map(InfoHash::hex).orElse(""),
                magnet(metainfo).orElse(""), metainfo.name(), metainfo.totalLength(),
                metainfo.pieceLength(), metainfo.pieceCount(), metainfo.isPrivate(),
                metainfo.isSingleFile(), metainfo.source().orElse(""),
                metainfo.comment().orElse(""),
                metainfo.announceTiers().stream().map(TorrentShow::texts).toList(),
                metainfo.unusableTrackers(), texts(metainfo.webSeeds()),
                metainfo.files().stream().map(ShownFile::of).toList());
    }

    /** None for private content: its peers hand the metainfo to nobody who has only a link. */
    private static Optional<String> magnet(Metainfo metainfo) {
        return metainfo.isPrivate()
                ? Optional.empty()
                : Optional.of(MagnetLink.of(metainfo).toString());
    }

    private static List<String> texts(List<URI> addresses) {
        return addresses.stream().map(URI::toString).toList();
    }

    private static List<String> lines(Metainfo metainfo) {
        var lines = new ArrayList<String>();
        lines.add("name        " + metainfo.name());
        lines.add("info-hash   " + metainfo.infoHash().hex());
        metainfo.infoHashV2().ifPresent(hash -> lines.add("v2 hash     " + hash.hex()));
        lines.add("size        " + TorrentText.size(metainfo.filesLength()));
        lines.add("pieces      " + TorrentText.pieces(metainfo));
        lines.add("private     " + (metainfo.isPrivate() ? "yes" : "no"));
        metainfo.source().ifPresent(source -> lines.add("source      " + source));
        metainfo.announceTiers()
                .forEach(tier -> lines.add("tracker     " + String.join(", ", texts(tier))));
        metainfo.unusableTrackers()
                .forEach(tracker -> lines.add("no tracker  " + tracker));
        metainfo.webSeeds().forEach(address -> lines.add("web seed    " + address));
        magnet(metainfo).ifPresent(link -> lines.add("magnet      " + link));
        metainfo.comment().ifPresent(comment -> lines.add("comment     " + comment));
        lines.add("files       " + TorrentText.files(metainfo).replaceAll(" files?", ""));
        metainfo.files().stream().filter(file -> !file.isPadding())
                .forEach(file -> lines.add("%14d  %s".formatted(file.length(), file.path())));
        return lines;
    }
}
