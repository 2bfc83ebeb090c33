package org.gridtorrent.engine.swarm;

import java.io.IOException;
import java.util.List;
import org.gridtorrent.engine.picker.FileSelection;
import org.gridtorrent.metainfo.MetainfoFile;
import org.jspecify.annotations.Nullable;

/** What people want of a content: which files, in which order, and what at once. For the owner's thread. */
final class DownloadControl {
    private final List<MetainfoFile> files;
    private final Downloader downloader;
    private final PeerProtocol protocol;
    private final StreamingReaders readers;
    /** Why nothing is fetched. */
    private @Nullable IOException obstacle;

    DownloadControl(List<MetainfoFile> files, boolean readOnly, Downloader downloader,
            PeerProtocol protocol,
            StreamingReaders readers) {
        this.files = files;
        this.obstacle = readOnly
                ? new IOException("nothing is fetched into files that are shared in place")
                : null;
        this.downloader = downloader;
        this.protocol = protocol;
        this.readers = readers;
    }

    void begin(FileSelection selection, boolean sequential) {
        downloader.select(selection, files);
        downloader.inOrder(sequential);
    }

    void handle(SwarmEvent.Control request, long nowNs) {
        switch (request) {
            case SwarmEvent.SelectionChanged(FileSelection selection) ->
                downloader.select(selection, files);
            case SwarmEvent.SequentialChanged(boolean sequential) -> downloader.inOrder(sequential);
            case SwarmEvent.ReadRequested reads -> reads(reads, nowNs);
            case SwarmEvent.ReaderClosed(long reader) -> readers.ended(reader);
        }
        protocol.wantsChanged(nowNs);
    }

    private void reads(SwarmEvent.ReadRequested reads, long nowNs) {
        readers.reads(reads, nowNs);
        if (obstacle != null) {
            readers.failUnlessHad(obstacle);
        }
    }

    void had() {
        readers.had();
    }

    void hurry() {
        readers.hurry();
    }

    void lost(long nowNs) {
        readers.lost(nowNs);
    }

    /** Nothing comes any more. */
    void fail(IOException why) {
        obstacle = why;
        readers.failUnlessHad(why);
    }
}
