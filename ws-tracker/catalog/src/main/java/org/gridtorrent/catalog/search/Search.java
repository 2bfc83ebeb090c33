package org.gridtorrent.catalog.search;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.stream.Collectors;
import org.gridtorrent.catalog.change.SearchClock;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Contents;
import org.gridtorrent.catalog.dataset.Rights;
import org.gridtorrent.catalog.dataset.Rights.Reader;
import org.gridtorrent.catalog.db.Coalescer;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.catalog.device.CopyWaits;
import org.gridtorrent.catalog.search.SearchHits.Count;
import org.gridtorrent.catalog.search.SearchHits.Hit;
import org.gridtorrent.catalog.search.SearchRows.Change;
import org.gridtorrent.catalog.task.CopyHolders;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The search over what one may read. Safe for use by many threads.
 *
 * <p>Each node holds the words, facets and readers of all published contents in memory, made from the
 * database when somebody first searches. Before each search the node asks for the {@link SearchClock}'s
 * number, one question for all who wait, and reads what was numbered since: so whatever was committed
 * before a search began, on whichever node, holds in it. Who searches, and in which groups they are, is
 * read each time. Only how many copies can be reached is up to {@link #COPIES_HOLD} old.
 */
public final class Search implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Search.class);
    private static final Duration COPIES_HOLD = Duration.ofSeconds(15);
    private static final long NOTHING_READ = -1;

    private final Database database;
    private final CopyWaits waits;
    private final Contents contents;
    private final SearchIndex<Rights> index = new SearchIndex<>();
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private final Coalescer latest = new Coalescer(this::follow);
    private final ExecutorService counting = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("catalog-search").factory());
    private final AtomicBoolean isCounting = new AtomicBoolean();

    // Of whoever looks; one at a time.
    private long read = NOTHING_READ;
    private long countedNs;

    public Search(Database database, Contents contents, CopyWaits waits) {
        this.database = database;
        this.waits = waits;
        this.contents = contents;
    }

    /**
     * One page of what was found.
     *
     * @param total how many there are on all pages
     * @param counts as {@link SearchHits} has them; of groups only the reader's own
     * @param groups names by id, of the reader's groups
     */
    public record Page(List<Line> lines, int total, Map<Facet, List<Count>> counts,
            Map<String, String> groups) {}

    /** A content, and how many verified copies of it could be reached lately. */
    public record Line(Content content, Health health) {}

    /** Nothing of what the reader may not know of is found or counted. */
    public Page find(String readerId, SearchQuery query) {
        latest.await();
        return database.read(tx -> {
            Reader reader = Reader.of(tx, readerId);
            SearchHits found = find(reader, ofOwnGroups(query, reader.groups().keySet()));
            return new Page(lines(tx, readerId, found), found.total(),
                    ofOwnGroups(found.counts(), reader.groups().keySet()), reader.groups());
        });
    }

    /** The ids of what {@link #find} would show. */
    public List<String> ids(String readerId, SearchQuery query) {
        latest.await();
        return database.read(tx -> {
            Reader reader = Reader.of(tx, readerId);
            return find(reader, ofOwnGroups(query, reader.groups().keySet())).hits().stream()
                    .map(Hit::id).toList();
        });
    }

    private SearchHits find(Reader reader, SearchQuery query) {
        lock.readLock().lock();
        try {
            return index.find(query, reader::mayKnowOf);
        } finally {
            lock.readLock().unlock();
        }
    }

    /** With which other groups something is shared is its owner's to know: by these nothing is found. */
    public static SearchQuery ofOwnGroups(SearchQuery query, Set<String> own) {
        Map<Facet, Set<String>> chosen = new HashMap<>(query.chosen());
        chosen.computeIfPresent(Facet.GROUP, (_, groups) -> groups.isEmpty()
                ? groups
                : groups.stream().map(group -> own.contains(group) ? group : "")
                        .collect(Collectors.toSet()));
        return new SearchQuery(query.words(), chosen, query.sort(), query.offset(), query.limit());
    }

    private static Map<Facet, List<Count>> ofOwnGroups(Map<Facet, List<Count>> counts,
            Set<String> own) {
        Map<Facet, List<Count>> shown = new HashMap<>(counts);
        shown.computeIfPresent(Facet.GROUP, (_, groups) -> groups.stream()
                .filter(count -> own.contains(count.value())).toList());
        return Map.copyOf(shown);
    }

    /** Read once more from the database, where {@code AccessPolicy} is asked again. */
    private List<Line> lines(Transaction tx, String readerId, SearchHits found) {
        if (found.hits().isEmpty()) {
            return List.of();
        }
        Map<String, Content> read = contents
                .among(tx, readerId, found.hits().stream().map(Hit::id).toList()).stream()
                .collect(Collectors.toMap(Content::id, content -> content));
        return found.hits().stream().flatMap(hit -> Optional.ofNullable(read.get(hit.id()))
                .map(content -> new Line(content, hit.health())).stream()).toList();
    }

    private void follow() {
        long number = database.read(SearchClock::number);
        if (number != read) {
            List<Change> changes = database.snapshot(tx -> SearchRows.since(tx, read));
            change(() -> changes.forEach(change -> change.entry()
                    .ifPresentOrElse(index::put, () -> index.remove(change.id()))));
        }
        if (read == NOTHING_READ) {
            count();
            countedNs = System.nanoTime();
        } else if (System.nanoTime() - countedNs > COPIES_HOLD.toNanos()
                && isCounting.compareAndSet(false, true)) {
            countedNs = System.nanoTime();
            counting.execute(this::countAgain);
        }
        read = number;
    }

    private void countAgain() {
        try {
            count();
        } catch (RuntimeException e) {
            LOG.warn("how many copies can be reached was not counted: {}", e.toString());
        } finally {
            isCounting.set(false);
        }
    }

    private void count() {
        Map<String, Integer> copies = database.read(tx -> CopyHolders.counts(tx,
                database.now().minus(waits.unreachable())));
        change(() -> index.copies(copies));
    }

    private void change(Runnable work) {
        lock.writeLock().lock();
        try {
            work.run();
        } finally {
            lock.writeLock().unlock();
        }
    }

    /** Before the database is. */
    @Override
    public void close() {
        counting.close();
    }
}
