package org.gridtorrent.client.share;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.gridtorrent.client.config.RateText;
import org.gridtorrent.client.status.ReasonText;
import org.gridtorrent.client.tracker.Task;
import org.gridtorrent.engine.Engine;
import org.gridtorrent.engine.limit.RateSchedules;
import org.gridtorrent.engine.reuse.LocalContent;
import org.gridtorrent.engine.status.SwarmPhase;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.engine.swarm.SwarmOptions;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoException;
import org.gridtorrent.metainfo.create.PreviousHashes;
import org.gridtorrent.metainfo.create.SourceStamp;
import org.gridtorrent.metainfo.reason.ReasonCode;
import org.gridtorrent.metainfo.reason.TaskReason;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Everything that this device shares: remembered on disk, exchanged by the engine, announced. Thread-safe. */
public final class Contents implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Contents.class);

    private static final Duration LEAVE = Duration.ofSeconds(2);
    private static final Duration LOOK_AT_FOLDERS = Duration.ofSeconds(5);

    private final ContentStore store;
    private final Engine engine;
    private final TrackerAccess access;
    private final CachedContents cached;
    private final Map<InfoHash, SharedContent> sharings = new ConcurrentHashMap<>();
    private final MissingFolders missing = new MissingFolders();
    /** Of those that are not to be written to, the ones of which a file was missing at the last look. */
    private final Set<SharedContent> incomplete = ConcurrentHashMap.newKeySet();
    /** A disk that hangs holds it, and should hold nobody else's thread. */
    private final Thread folderWatch = Thread.ofPlatform().daemon().name("folder watch")
            .unstarted(this::watchFolders);
    /** Those that have not ended yet. */
    private final Map<SharedContent, Thread> threads = new ConcurrentHashMap<>();
    private final List<Thread> recovering = new CopyOnWriteArrayList<>();

    /** @param cached what is read and not kept, until it is kept */
    public Contents(Path folder, Engine engine, TrackerAccess access, CachedContents cached) {
        this.store = new ContentStore(folder);
        this.engine = engine;
        this.access = access;
        this.cached = cached;
    }

    /** Writes damaged notes anew from these tasks, where one tells what a note said. */
    public void restoreNotes(List<Task> tasks) throws IOException {
        store.restoreNotes(tasks);
    }

    /**
     * Takes up again what was shared when the daemon last ended. What is not where it was is neither
     * forgotten nor fetched again, and shared when it is back.
     *
     * @param wanted the ids of contents that are still being fetched or published
     * @param paused those whose fetching is paused
     */
    public void resume(Set<String> wanted, Set<String> paused) throws IOException {
        for (Holding holding : store.all()) {
            if (holding.stopped() || paused.contains(holding.contentId())) {
                LOG.info("{} ({}) is not shared for now", holding.title(), holding.location());
            } else if (isMissing(holding, wanted.contains(holding.contentId()))) {
                await(holding, holding.whyMissing());
            } else {
                begin(noted(holding));
                LOG.info("sharing {} ({})", holding.title(), holding.location());
            }
        }
        folderWatch.start();
        MetainfoRecovery recovery = new MetainfoRecovery(access.tracker()::fetchContent,
                this::restore);
        store.incomplete().forEach(held -> recovering.add(recovery.begin(held)));
    }

    /** With its mount point, which programs before this one did not note. */
    private Holding noted(Holding holding) throws IOException {
        if (holding.mountPoint() != null || holding.isGone()) {
            return holding;
        }
        Holding mounted = holding.mounted();
        store.save(mounted);
        return mounted;
    }

    /**
     * Whether it is not where it was. Takes as long as its disk does: not to be asked with the lock held.
     *
     * @param isBegun whether it may be that nothing of it has come yet
     */
    private boolean isMissing(Holding holding, boolean isBegun) throws IOException {
        return holding.isGone() && (!isBegun || holding.inPlace() || holding.isUnmounted()
                || !Files.isDirectory(holding.directory()) || recorded(holding) > 0);
    }

    private int recorded(Holding holding) throws IOException {
        return Engine.recordedPieces(holding.metainfo(), store.journal(holding.infoHash())).count();
    }

    private void await(Holding holding, TaskReason why) {
        missing.add(holding, why);
        LOG.warn("{} is not shared: {}; looked for every {} s", holding.title(),
                ReasonText.describe(why),
                LOOK_AT_FOLDERS.toSeconds());
    }

    private void watchFolders() {
        try {
            while (true) {
                Thread.sleep(LOOK_AT_FOLDERS);
                lookAtFolders();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the daemon ends
        }
    }

    /** Shares what is back where it was, and no longer what has gone from there. */
    public void lookAtFolders() {
        missing.all().forEach(each -> look(each.holding(), () -> shareIfFound(each.holding())));
        List.copyOf(sharings.values())
                .forEach(each -> look(each.holding(), () -> restIfMissing(each)));
        incomplete.retainAll(sharings.values());
    }

    @FunctionalInterface
    private interface Look {
        void run() throws IOException;
    }

    /** One that fails leaves the others' looks to be had. */
    private static void look(Holding holding, Look look) {
        try {
            look.run();
        } catch (IOException | RuntimeException e) {
            LOG.warn("{} cannot be looked at: {}", holding.location(), e.toString());
        }
    }

    private void shareIfFound(Holding holding) throws IOException {
        if (!isMissing(holding, false)) {
            shareFound(holding);
        }
    }

    private synchronized void shareFound(Holding holding) {
        boolean isAwaited = missing.of(holding.infoHash())
                .filter(each -> each.holding().equals(holding)).isPresent();
        if (isAwaited && !sharings.containsKey(holding.infoHash())) {
            begin(holding);
            LOG.info("sharing {} ({}), which is back", holding.title(), holding.location());
        }
    }

    private void restIfMissing(SharedContent sharing) throws IOException {
        Holding holding = sharing.holding();
        if (isMissing(holding, true)) {
            restMissing(sharing, holding.whyMissing());
        } else if (!holding.inPlace() || isComplete(sharing)) {
            incomplete.remove(sharing);
        } else if (holding.missingFile().isPresent()) {
            incomplete.add(sharing);
        } else if (incomplete.remove(sharing)) {
            checkAgain(sharing);
        }
    }

    private void restMissing(SharedContent sharing, TaskReason why) {
        synchronized (this) {
            if (!sharings.remove(sharing.infoHash(), sharing)) {
                return;
            }
            await(sharing.holding(), why);
        }
        sharing.folderMissing(why);
        end(sharing);
    }

    private synchronized void checkAgain(SharedContent sharing) {
        if (sharings.remove(sharing.infoHash(), sharing)) {
            sharing.folderMissing(TaskReason.of(ReasonCode.FILES_INCOMPLETE));
            end(sharing);
            begin(sharing.holding());
        }
    }

    /** What lacked its metainfo, unless a task or a person has seen to it meanwhile. */
    private void restore(Holding holding) throws IOException {
        boolean isMissing = isMissing(holding, false);
        synchronized (this) {
            boolean lacksIt = store.incomplete().stream()
                    .anyMatch(held -> held.infoHash().equals(holding.infoHash()));
            if (!lacksIt || sharings.containsKey(holding.infoHash())) {
                return;
            }
            store.save(holding);
            if (holding.stopped()) {
                return;
            }
            if (!isMissing) {
                begin(holding);
                return;
            }
        }
        await(holding, holding.whyMissing());
    }

    /**
     * What this device holds of the content whose metainfo this is, though its own is damaged or missing;
     * shared as by {@link #takeUp}.
     */
    public Optional<SharedContent> takeUpWith(Metainfo metainfo)
            throws IOException, MetainfoException, InterruptedException {
        for (ContentStore.Incomplete held : store.incomplete()) {
            if (held.infoHash().equals(metainfo.infoHash())) {
                Holding whole = held.with(metainfo);
                store.save(whole);
                return takeUp(whole.contentId());
            }
        }
        return Optional.empty();
    }

    /** Remembers the holding, then shares it; gives the sharing that is there already. */
    public synchronized SharedContent share(Holding holding)
            throws IOException, InterruptedException {
        return share(holding, List.of());
    }

    /** The same; what it has in common with these copies, too, is not fetched. */
    public synchronized SharedContent share(Holding holding, List<LocalContent> copies)
            throws IOException, InterruptedException {
        SharedContent there = sharings.get(holding.infoHash());
        if (there != null) {
            return there;
        }
        if (!holding.inPlace() && isTaken(holding.location(), holding.infoHash())) {
            throw new FileAlreadyExistsException(holding.location().toString(), null,
                    "another data set has just been given this place; try again");
        }
        noteShared(holding);
        return begin(holding, options(holding), copies);
    }

    /** Unless the task that wants it was cancelled, and what it shared has been stopped. */
    private void noteShared(Holding holding) throws IOException, InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("the task was stopped");
        }
        store.save(holding);
    }

    /**
     * What this device holds of the content, shared from now on if it was not; a {@link
     * FolderMissingException} when it is not where it was, and then shared when it is back.
     */
    public Optional<SharedContent> takeUp(String contentId)
            throws IOException, InterruptedException {
        SharedContent there = ofContent(contentId).orElse(null);
        if (there != null) {
            return Optional.of(hasFailed(there) ? shareAnew(there.holding()) : there);
        }
        Holding held = store.ofContent(contentId).map(holding -> holding.stopped(false))
                .orElse(null);
        if (held == null) {
            return Optional.empty();
        }
        return Optional.of(isMissing(held, true)
                ? awaited(held, held.whyMissing())
                : begunUnlessShared(held));
    }

    private static boolean hasFailed(SharedContent sharing) {
        return sharing.swarm().status().phase() == SwarmPhase.FAILED;
    }

    private synchronized SharedContent awaited(Holding held, TaskReason why)
            throws IOException, InterruptedException {
        SharedContent there = sharings.get(held.infoHash());
        if (there != null) {
            return there;
        }
        noteShared(held);
        missing.add(held, why);
        throw new FolderMissingException(why);
    }

    private synchronized SharedContent begunUnlessShared(Holding held)
            throws IOException, InterruptedException {
        SharedContent there = sharings.get(held.infoHash());
        if (there != null) {
            return there;
        }
        noteShared(held);
        return begin(held);
    }

    /**
     * Returns when what this device holds of the content is shared, being where it was; an {@link
     * InterruptedException} when it is not to be shared any more.
     */
    public void awaitFolder(String contentId) throws InterruptedException {
        missing.awaitRemoval(contentId);
        synchronized (this) {
            if (ofContent(contentId).isEmpty()) {
                throw new InterruptedException("it was stopped");
            }
        }
    }

    /** What this device holds of the content, whether it is shared or not. */
    public Optional<Holding> held(String contentId) throws IOException {
        Optional<SharedContent> there = ofContent(contentId);
        return there.isPresent() ? there.map(SharedContent::holding) : store.ofContent(contentId);
    }

    /** Metainfo of what this device holds; empty if it does not hold it. */
    public Optional<Metainfo> metainfo(String contentId) throws IOException {
        return held(contentId).map(Holding::metainfo);
    }

    /** Below which folder the files of a content lie that is shared as a whole. */
    public Optional<Path> completeFolder(InfoHash infoHash) {
        return of(infoHash).filter(Contents::isComplete)
                .map(sharing -> sharing.holding().directory());
    }

    /** The swarm through which a content is read: the one by which it is shared here, or else one over the cache. */
    public synchronized ReadLease read(Metainfo metainfo) throws IOException {
        SharedContent there = sharings.get(metainfo.infoHash());
        return there == null ? cached.open(metainfo) : ReadLease.ofShared(there.swarm());
    }

    /** Whether all of it was there when last looked at. */
    public boolean isComplete(Holding holding) throws IOException {
        SharedContent sharing = sharings.get(holding.infoHash());
        return sharing == null
                ? recorded(holding) == holding.metainfo().pieceCount()
                : isComplete(sharing);
    }

    private static boolean isComplete(SharedContent sharing) {
        var completion = sharing.swarm().completion();
        return completion.isDone() && !completion.isCompletedExceptionally();
    }

    /** Notes that what the holding names was just hashed where it lies, and need not be again. */
    public void recordComplete(Holding holding) throws IOException {
        Engine.recordAllVerified(holding.metainfo(), holding.directory(),
                store.journal(holding.infoHash()));
    }

    /** The same, for {@link #hashedBefore} too. */
    public void recordComplete(Holding holding, Map<Integer, SourceStamp> stamps)
            throws IOException {
        recordComplete(holding);
        store.saveStamps(holding.infoHash(), stamps);
    }

    /** What was published from this place before, or from one where it lies no longer. */
    public List<PreviousHashes> hashedBefore(Path location) throws IOException {
        List<PreviousHashes> before = new ArrayList<>();
        for (Holding holding : store.all()) {
            if (holding.inPlace()
                    && (holding.location().equals(location) || holding.isGone())) {
                store.hashedBefore(holding).ifPresent(before::add);
            }
        }
        return before;
    }

    private static SwarmOptions options(Holding holding) {
        return holding.inPlace() ? SwarmOptions.seedingInPlace() : SwarmOptions.downloading();
    }

    private synchronized SharedContent begin(Holding holding) {
        return begin(holding, options(holding), List.of());
    }

    private synchronized SharedContent begin(Holding holding, SwarmOptions options,
            List<LocalContent> copies) {
        cached.giveWayTo(holding.infoHash());
        access.passes().open(holding.infoHash());
        Swarm swarm = engine.add(holding.metainfo(), holding.directory(),
                store.journal(holding.infoHash()), options,
                () -> Stream.concat(copies.stream(), others(holding).stream()).toList());
        swarm.limit(rates(holding));
        SharedContent sharing = new SharedContent(holding, swarm, access);
        sharings.put(holding.infoHash(), sharing);
        missing.remove(holding.infoHash());
        Thread thread = Thread.ofVirtual().name("sharing " + holding.title()).unstarted(() -> {
            try {
                sharing.run();
            } finally {
                threads.remove(sharing);
            }
        });
        threads.put(sharing, thread);
        thread.start();
        return sharing;
    }

    /** What else this device holds: an earlier version may be among it. */
    private List<LocalContent> others(Holding holding) {
        try {
            return store.all().stream()
                    .filter(other -> !other.infoHash().equals(holding.infoHash()))
                    .map(other -> new LocalContent(other.metainfo(), other.directory())).toList();
        } catch (IOException e) {
            LOG.warn("what else this machine holds cannot be read: {}", e.getMessage());
            return List.of();
        }
    }

    private static RateSchedules rates(Holding holding) {
        return new RateSchedules(
                RateText.parse(Objects.requireNonNullElse(holding.uploadLimit(), "off")),
                RateText.parse(Objects.requireNonNullElse(holding.downloadLimit(), "off")));
    }

    /** {@link IllegalArgumentException} says what is malformed; then nothing changes. */
    public synchronized void limit(Holding holding, @Nullable String upload,
            @Nullable String download)
            throws IOException {
        Holding limited = holding.limited(
                upload == null ? holding.uploadLimit() : upload,
                download == null ? holding.downloadLimit() : download);
        RateSchedules rates = rates(limited);
        store.save(limited);
        of(holding.infoHash()).ifPresent(sharing -> sharing.limit(limited, rates));
    }

    /** Shares it no more, until it is taken up again; what was received stays. */
    public synchronized void stop(Holding holding) throws IOException {
        store.save(holding.stopped(true));
        rest(holding.infoHash());
        LOG.info("{} ({}) is not shared any more", holding.title(), holding.location());
    }

    /**
     * Stops what a cancelled task fetches, or began to share again, but not what is all there.
     *
     * @param seeds whether the task shares what is all there
     */
    public synchronized void stopUnfinished(String contentId, boolean seeds) throws IOException {
        Holding held = held(contentId).orElse(null);
        if (held != null && (seeds
                ? completeFolder(held.infoHash()).isEmpty()
                : !held.inPlace() && !isComplete(held))) {
            stop(held);
        }
    }

    /** Lets a content be for now; the next start, or {@link #takeUp}, goes on with it. */
    public synchronized void rest(InfoHash infoHash) {
        missing.remove(infoHash);
        SharedContent sharing = sharings.remove(infoHash);
        if (sharing != null) {
            end(sharing);
        }
    }

    /** Shares it anew after every byte is looked at again; read-only, it serves what is good of it. */
    public synchronized SharedContent recheck(Holding holding, boolean readOnly)
            throws IOException {
        rest(holding.infoHash());
        store.forgetChecks(holding.infoHash());
        if (!holding.inPlace()) {
            Engine.allowOverwrite(store.journal(holding.infoHash())); // however damaged, it was fetched here
        }
        return begin(holding, readOnly ? SwarmOptions.seedingInPlace() : SwarmOptions.downloading(),
                List.of());
    }

    /**
     * Stops sharing what was fetched, and deletes it. Before the first file goes, all that was checked is forgotten:
     * what an interruption or a crash leaves is no copy, and is gone on with as what was fetched in part.
     */
    public void delete(Holding holding, LongConsumer progress)
            throws IOException, InterruptedException {
        stop(holding);
        store.forgetChecks(holding.infoHash());
        Engine.allowOverwrite(store.journal(holding.infoHash()));
        HeldFiles.delete(holding, progress);
        store.forgetChecks(holding.infoHash());
        forget(holding.infoHash());
    }

    /** Stops sharing and forgets it; the files stay where they are. */
    public synchronized void forget(InfoHash infoHash) throws IOException {
        store.forget(infoHash);
        rest(infoHash);
    }

    private void end(SharedContent sharing) {
        sharing.stop();
        engine.remove(sharing.infoHash());
    }

    /** Begins the exchange again, which finds what is missing and fetches it. */
    public synchronized SharedContent shareAnew(Holding holding)
            throws IOException, InterruptedException {
        SharedContent before = sharings.remove(holding.infoHash());
        if (before != null) {
            end(before);
            Thread thread = threads.get(before);
            if (thread != null) {
                thread.join(LEAVE); // else the tracker hears of the end after the new beginning
            }
        }
        return share(holding.stopped(false));
    }

    public Optional<SharedContent> ofContent(String contentId) {
        return sharings.values().stream().filter(s -> s.holding().contentId().equals(contentId))
                .findFirst();
    }

    public Optional<SharedContent> of(InfoHash infoHash) {
        return Optional.ofNullable(sharings.get(infoHash));
    }

    /** Whether it is another content's, even one of which nothing has come yet. */
    public boolean isTaken(Path location, InfoHash content) throws IOException {
        return store.all().stream().anyMatch(held -> held.location().equals(location)
                && !held.infoHash().equals(content));
    }

    /** Whether anything is held in the folder or below it. */
    public boolean isAnyBelow(Path directory) throws IOException {
        Path absolute = directory.toAbsolutePath();
        return store.all().stream().anyMatch(held -> held.location().startsWith(absolute));
    }

    /** The tracker's revision moved: somebody may have lost a right. */
    public void accessMoved() {
        sharings.values().forEach(SharedContent::accessMoved);
        cached.accessMoved();
    }

    /** The site has taken this device out: it neither serves nor fetches any more. */
    public void shutOut(TaskReason why) {
        sharings.values().forEach(sharing -> sharing.shutOut(why));
        cached.shutOut(why);
    }

    public List<ContentView> views() {
        return Stream.concat(
                sharings.values().stream()
                        .map(s -> ContentView.of(s.holding(), s.swarm().status(), s.loss())),
                missing.all().stream()
                        .map(each -> ContentView.missing(each.holding(), each.why())))
                .toList();
    }

    /** Stops every exchange; what was received is durable then. */
    @Override
    public void close() {
        folderWatch.interrupt();
        recovering.forEach(Thread::interrupt);
        sharings.values().forEach(SharedContent::stop);
        for (Thread thread : List.copyOf(threads.values())) {
            try {
                thread.join(LEAVE);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
