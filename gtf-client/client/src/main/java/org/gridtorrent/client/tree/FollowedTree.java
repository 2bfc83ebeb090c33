package org.gridtorrent.client.tree;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.gridtorrent.client.tracker.DatasetPage;
import org.gridtorrent.client.tracker.DatasetPage.Dataset;
import org.gridtorrent.client.tracker.DatasetPage.Gone;
import org.gridtorrent.client.tracker.TrackerClient;
import org.gridtorrent.client.tracker.call.Backoff;
import org.gridtorrent.client.tracker.call.TrackerException;
import org.gridtorrent.client.tree.UnreadableException.Reason;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tree as the tracker's answers make it, kept on the disk below the home. Thread-safe.
 *
 * <p>Two virtual threads: one asks the tracker what changed, every {@link #IN_USE} while somebody uses the tree and
 * every {@link #IDLE} otherwise, so that a right that was taken away ends within 30 s; the other fetches the lists of
 * files that are missing, one after the other. Whoever looks reads an immutable index, which they replace.
 */
public final class FollowedTree implements DatasetTree, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FollowedTree.class);
    private static final Duration IN_USE = Duration.ofSeconds(15);
    private static final Duration IDLE = Duration.ofMinutes(5);
    private static final int PAGE = 500;
    /** Lists that are fetched before they are shown, when there are many. */
    private static final int SHOWN_TOGETHER = 50;
    /** Share of the heap that lists of files may take. */
    private static final int HEAP_SHARE = 16;

    private final Tracker tracker;
    private final ContentSource source;
    private final Path stateFile;
    private final FileLists lists;
    private final OpenFiles openFiles = new OpenFiles();
    private final List<Consumer<TreeChange>> listeners = new CopyOnWriteArrayList<>();
    private final Semaphore toFollow = new Semaphore(0);
    private final Semaphore toFetch = new Semaphore(0);
    /** Whose list cannot be had; asked for again after a restart. */
    private final Set<InfoHash> unusable = ConcurrentHashMap.newKeySet();
    private final List<Thread> threads;
    private volatile long lastUseNs = System.nanoTime() - IDLE.toNanos();
    /** Why data sets are gone, since this process began. */
    private final Map<String, Reason> gone = new ConcurrentHashMap<>();
    private volatile long revision;
    private volatile FollowedDatasets datasets;
    private volatile TreeIndex index;

    /** What the tree asks of the tracker. */
    public interface Tracker {
        /** What is new since the cursor; empty when the tracker is not known to be able to say. */
        Optional<DatasetPage> follow(String cursor, int limit) throws TrackerException;

        /** The metainfo of a content, by its id. */
        byte[] metainfo(String datasetId) throws TrackerException;

        static Tracker of(TrackerClient client) {
            return new Tracker() {
                @Override
                public Optional<DatasetPage> follow(String cursor, int limit)
                        throws TrackerException {
                    return client.followDatasets(cursor, limit);
                }

                @Override
                public byte[] metainfo(String datasetId) throws TrackerException {
                    return client.fetchContent(datasetId);
                }
            };
        }
    }

    /** Shows what the folder has, and begins to follow. */
    public FollowedTree(Path folder, Tracker tracker, ContentSource source) throws IOException {
        this.tracker = tracker;
        this.source = source;
        this.stateFile = folder.resolve("datasets.json");
        this.lists = new FileLists(folder.resolve("lists"),
                Runtime.getRuntime().maxMemory() / HEAP_SHARE);
        this.datasets = FollowedDatasets.load(stateFile);
        this.index = index(datasets);
        this.threads = List.of(Thread.ofVirtual().name("dataset tree").start(this::follow),
                Thread.ofVirtual().name("file lists").start(this::fetch));
    }

    /** All versions of all data sets that the user may read. */
    public Collection<Dataset> datasets() {
        return datasets.all();
    }

    private TreeIndex index(FollowedDatasets of) {
        return new TreeIndex(of.all().stream()
                .filter(dataset -> lists.has(FollowedDatasets.infoHash(dataset))).toList(), lists,
                this::open);
    }

    @Override
    public Optional<TreeNode> find(String path) {
        use();
        try {
            return index.find(path);
        } catch (IOException e) {
            toFetch.release(); // a damaged list was deleted
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Optional<String> title(String datasetId) {
        return Optional.ofNullable(datasets.byId().get(datasetId)).map(Dataset::title);
    }

    @Override
    public Watch watch(Consumer<TreeChange> listener) {
        listeners.add(listener);
        lastUseNs = System.nanoTime();
        refresh();
        return () -> listeners.remove(listener);
    }

    private void use() {
        boolean wasIdle = !isInUse();
        lastUseNs = System.nanoTime();
        if (wasIdle) {
            refresh();
        }
    }

    private boolean isInUse() {
        return !listeners.isEmpty() || !openFiles.isEmpty()
                || System.nanoTime() - lastUseNs < IDLE.toNanos();
    }

    /** The device's revision as the tracker told it; when it has moved, a right may have been taken away. */
    public void hear(long told) {
        if (told != revision) {
            revision = told;
            refresh();
        }
    }

    private void refresh() {
        toFollow.release();
    }

    private OpenFile open(Dataset dataset, int file) throws UnreadableException {
        requireReadable(dataset);
        OpenFile opened = openFiles.track(dataset.id(), source.open(metainfo(dataset), file));
        if (!datasets.has(dataset.id())) {
            opened.close(); // lost just now
            requireReadable(dataset);
        }
        return opened;
    }

    private Metainfo metainfo(Dataset dataset) throws UnreadableException {
        try {
            return lists.of(FollowedDatasets.infoHash(dataset)).metainfo();
        } catch (IOException e) {
            toFetch.release();
            throw new UnreadableException(Reason.LOCAL,
                    "its list of files cannot be read: " + e.getMessage(), e);
        }
    }

    /** Whoever found the file before it was gone may open it after. */
    private void requireReadable(Dataset dataset) throws UnreadableException {
        if (!datasets.has(dataset.id())) {
            throw unreadable(gone.getOrDefault(dataset.id(), Reason.FORBIDDEN));
        }
    }

    private void follow() {
        Backoff backoff = new Backoff(ThreadLocalRandom.current());
        try {
            while (true) {
                Duration pause;
                try {
                    followOnce();
                    backoff.reset();
                    pause = isInUse() ? IN_USE : IDLE;
                } catch (IOException e) {
                    LOG.info("what may be read is not known newly: {}", e.getMessage());
                    pause = backoff.failed(e);
                }
                var _ = toFollow.tryAcquire(pause.toMillis(), TimeUnit.MILLISECONDS);
                toFollow.drainPermits();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the daemon ends
        }
    }

    private void followOnce() throws IOException {
        FollowedDatasets next = datasets;
        boolean more = true;
        while (more) {
            DatasetPage page = tracker.follow(next.cursor(), PAGE).orElse(null);
            if (page == null) {
                return;
            }
            next = next.after(page);
            for (Gone each : page.gone()) {
                gone.put(each.id(), each.withdrawn() ? Reason.WITHDRAWN : Reason.FORBIDDEN);
            }
            more = page.more();
        }
        if (next.byId().equals(datasets.byId())) {
            datasets = next;
        } else {
            change(next);
        }
    }

    private void change(FollowedDatasets next) throws IOException {
        FollowedDatasets before = datasets;
        datasets = next;
        // First, so that no bytes are read, and cached by the kernel, after the listener dropped what was cached.
        failOpenFiles(before, next);
        show(next);
        Set<InfoHash> kept = next.all().stream().map(FollowedDatasets::infoHash)
                .collect(Collectors.toSet());
        source.retain(kept); // before the state is saved, so that a crash leaves nothing behind
        next.save(stateFile);
        for (InfoHash stored : lists.all()) {
            if (!kept.contains(stored)) {
                lists.delete(stored);
            }
        }
        toFetch.release();
    }

    private void failOpenFiles(FollowedDatasets before, FollowedDatasets next) {
        for (String id : before.byId().keySet()) {
            if (!next.has(id)) {
                Reason reason = gone.getOrDefault(id, Reason.FORBIDDEN);
                openFiles.fail(id, unreadable(reason));
            }
        }
    }

    private static UnreadableException unreadable(Reason reason) {
        return new UnreadableException(reason, reason == Reason.WITHDRAWN
                ? "its owner withdrew the data set"
                : "it may not be read any more");
    }

    /** Replaces the index, then tells of each folder that came or went. */
    private synchronized void show(FollowedDatasets next) {
        Set<String> before = index.paths();
        datasets = next;
        index = index(next);
        Set<String> after = index.paths();
        tell(TreeChange.Kind.REMOVED, before, after);
        tell(TreeChange.Kind.ADDED, after, before);
    }

    private void tell(TreeChange.Kind kind, Set<String> of, Set<String> without) {
        if (!listeners.isEmpty()) {
            Set<String> changed = new HashSet<>(of);
            changed.removeAll(without);
            changed.stream().sorted().map(path -> new TreeChange(kind, path))
                    .forEach(change -> listeners.forEach(listener -> listener.accept(change)));
        }
    }

    private void fetch() {
        Backoff backoff = new Backoff(ThreadLocalRandom.current());
        try {
            while (true) {
                try {
                    fetchMissing();
                    backoff.reset();
                    toFetch.acquire();
                } catch (IOException e) {
                    LOG.info("a list of files was not fetched: {}", e.getMessage());
                    Thread.sleep(backoff.failed(e));
                }
                toFetch.drainPermits();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the daemon ends
        }
    }

    private void fetchMissing() throws IOException {
        int fetched = 0;
        try {
            for (Dataset dataset : datasets.all()) {
                InfoHash infoHash = FollowedDatasets.infoHash(dataset);
                if (!lists.has(infoHash) && !unusable.contains(infoHash)
                        && datasets.has(dataset.id()) && fetch(dataset, infoHash)
                        && ++fetched % SHOWN_TOGETHER == 0) {
                    showLists();
                }
            }
        } finally {
            if (fetched % SHOWN_TOGETHER != 0) {
                showLists();
            }
        }
    }

    private synchronized void showLists() {
        show(datasets);
    }

    /** False when the data set has gone meanwhile, or its list is none. */
    private boolean fetch(Dataset dataset, InfoHash infoHash) throws IOException {
        try {
            lists.store(infoHash, tracker.metainfo(dataset.id()));
            return true;
        } catch (TrackerException e) {
            if (e.reason().passes()) {
                throw e;
            }
            refresh();
        } catch (MetainfoException e) {
            LOG.warn("{} is not shown: its list of files is malformed: {}", dataset.title(),
                    e.getMessage());
            unusable.add(infoHash);
        }
        return false;
    }

    /** Files that are open stay so. */
    @Override
    public void close() {
        threads.forEach(Thread::interrupt);
    }
}
