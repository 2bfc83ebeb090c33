package org.gridtorrent.client.torrent;

import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.terminal.ByteSize;

/** How a torrent's figures are put for people. */
final class TorrentText {
    private TorrentText() {}

    static String size(long bytes) {
        return bytes < 1000 ? bytes + " bytes" : ByteSize.words(bytes) + " (" + bytes + " bytes)";
    }

    static String pieces(Metainfo metainfo) {
        return count(metainfo.pieceCount(), "piece") + " of " + binary(metainfo.pieceLength());
    }

    static String files(Metainfo metainfo) {
        return count(metainfo.files().stream().filter(file -> !file.isPadding()).count(), "file");
    }

    static String count(long count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }

    private static String binary(int bytes) {
        if (bytes % (1 << 20) == 0) {
            return (bytes >> 20) + " MiB";
        }
        return bytes % (1 << 10) == 0 ? (bytes >> 10) + " KiB" : bytes + " bytes";
    }
}
