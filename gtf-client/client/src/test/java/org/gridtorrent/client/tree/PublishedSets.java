package org.gridtorrent.client.tree;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.gridtorrent.client.tracker.DatasetPage;
import org.gridtorrent.client.tracker.DatasetPage.Dataset;
import org.gridtorrent.client.tracker.DatasetPage.Gone;
import org.gridtorrent.client.tracker.call.TrackerException;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.create.MetainfoBuilder;

/** Data sets on the disk, and what a tracker says of them. Thread-safe. */
public final class PublishedSets implements FollowedTree.Tracker {
    public static final Instant PUBLISHED = Instant.parse("2026-05-01T12:00:00Z");

    private final Path folder;
    private final Map<InfoHash, Path> places = new ConcurrentHashMap<>();
    private final Map<String, Metainfo> metainfo = new HashMap<>();
    private final List<DatasetPage> pages = new ArrayList<>();
    /** How many lists of files were asked for. */
    private int fetched;

    public PublishedSets(Path folder) {
        this.folder = folder;
    }

    /** What the data set has, by path. */
    public Metainfo write(String id, Map<String, byte[]> files) throws Exception {
        Path place = folder.resolve(id);
        Path root = place.resolve("data");
        for (var file : files.entrySet()) {
            Path path = root.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.write(path, file.getValue());
        }
        Metainfo made = new MetainfoBuilder(root).build().metainfo();
        places.put(made.infoHash(), place);
        synchronized (this) {
            metainfo.put(id, made);
        }
        return made;
    }

    public Dataset dataset(String id, String title, String owner, List<String> groups,
            String versions, int version) throws Exception {
        Metainfo made = write(id, Map.of("readme.txt", id.getBytes(
                StandardCharsets.UTF_8)));
        return dataset(id, title, owner, groups, versions, version, made);
    }

    public static Dataset dataset(String id, String title, String owner, List<String> groups,
            String versions, int version, Metainfo made) {
        return new Dataset(id, made.infoHash().hex(), title, owner, groups, versions, version,
                made.filesLength(), PUBLISHED);
    }

    /** The next answer; each has one after it. */
    public synchronized void say(boolean restart, List<Dataset> datasets, List<Gone> gone,
            boolean more) {
        pages.add(new DatasetPage(restart, datasets, gone, Integer.toString(pages.size() + 1),
                more));
    }

    @Override
    public synchronized Optional<DatasetPage> follow(String cursor, int limit) {
        int next = cursor.isEmpty() ? 0 : Integer.parseInt(cursor);
        return Optional.of(next < pages.size()
                ? pages.get(next)
                : new DatasetPage(false, List.of(), List.of(), Integer.toString(next), false));
    }

    @Override
    public synchronized byte[] metainfo(String datasetId) throws TrackerException {
        fetched++;
        return Optional.ofNullable(metainfo.get(datasetId)).map(Metainfo::encoded)
                .orElseThrow(() -> new TrackerException(TrackerException.Reason.NOT_FOUND,
                        "no data set", (Throwable) null));
    }

    public synchronized int fetched() {
        return fetched;
    }

    /** Reads from where {@link #write} wrote. */
    public HeldContentSource source() {
        return new HeldContentSource(hash -> Optional.ofNullable(places.get(hash)), (_, _) -> {
            throw new UnreadableException(UnreadableException.Reason.NO_HOLDER, "it is not here");
        });
    }

    /** A tree that has begun to follow. */
    public FollowedTree tree(HeldContentSource source) throws IOException {
        return new FollowedTree(folder.resolve("tree"), this, source);
    }
}
