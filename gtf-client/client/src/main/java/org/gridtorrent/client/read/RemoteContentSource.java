package org.gridtorrent.client.read;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.gridtorrent.client.share.ReadLease;
import org.gridtorrent.client.tree.ContentSource;
import org.gridtorrent.client.tree.OpenFile;
import org.gridtorrent.client.tree.UnreadableException;
import org.gridtorrent.client.tree.UnreadableException.Reason;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.metainfo.Metainfo;

/** Reads contents from their holders, through swarms of this machine. Thread-safe. */
public final class RemoteContentSource implements ContentSource, AutoCloseable {
    private final SwarmOpener swarms;
    private final Consumer<Set<InfoHash>> retain;
    private final StalledReads stalledReads;
    private final ExecutorService threads = Executors
            .newThreadPerTaskExecutor(Thread.ofVirtual().name("remote file").factory());

    /** Opens the swarm through which a content is read. Thread-safe. */
    public interface SwarmOpener {
        ReadLease open(Metainfo metainfo) throws IOException;
    }

    /** @param retain told which contents may be read: what is kept of others goes */
    public RemoteContentSource(SwarmOpener swarms, Consumer<Set<InfoHash>> retain) {
        this(swarms, retain, new StalledReads());
    }

    RemoteContentSource(SwarmOpener swarms, Consumer<Set<InfoHash>> retain,
            StalledReads stalledReads) {
        this.swarms = swarms;
        this.retain = retain;
        this.stalledReads = stalledReads;
    }

    @Override
    public OpenFile open(Metainfo metainfo, int file) throws UnreadableException {
        try {
            return new RemoteFile(metainfo, file, swarms, stalledReads, threads);
        } catch (IOException e) {
            throw new UnreadableException(Reason.LOCAL, String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public void retain(Set<InfoHash> readable) {
        retain.accept(readable);
    }

    @Override
    public void close() {
        stalledReads.close();
        threads.shutdown();
    }
}
