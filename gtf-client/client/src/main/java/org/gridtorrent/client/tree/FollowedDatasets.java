package org.gridtorrent.client.tree;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.client.disk.StateFile;
import org.gridtorrent.client.tracker.DatasetPage;
import org.gridtorrent.client.tracker.DatasetPage.Dataset;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.terminal.Json;

/**
 * The data sets that the user may read, as the tracker's answers said up to a cursor. Immutable.
 *
 * @param byId of all versions
 */
record FollowedDatasets(String cursor, Map<String, Dataset> byId) {
    static final FollowedDatasets NONE = new FollowedDatasets("", Map.of());

    private static final JsonMapper JSON = Json.MAPPER;
    private static final String LOSS = "the tracker is asked for all data sets again";

    FollowedDatasets {
        byId = Map.copyOf(byId);
    }

    /** The state after one more answer; only that of an answer without more is whole. */
    FollowedDatasets after(DatasetPage page) {
        Map<String, Dataset> next = new HashMap<>(page.restart() ? Map.of() : byId);
        page.datasets().forEach(dataset -> next.put(dataset.id(), dataset));
        page.gone().forEach(gone -> next.remove(gone.id()));
        return new FollowedDatasets(page.cursor(), next);
    }

    Collection<Dataset> all() {
        return byId.values();
    }

    boolean has(String id) {
        return byId.containsKey(id);
    }

    static InfoHash infoHash(Dataset dataset) {
        return InfoHash.ofHex(dataset.infoHash());
    }

    /** The form on the disk. */
    private record Saved(String cursor, List<SavedDataset> datasets) {}

    private record SavedDataset(String id, String infoHash, String title, String ownerName,
            List<String> groups, String versions, int version, long length, String published) {
        static SavedDataset of(Dataset dataset) {
            return new SavedDataset(dataset.id(), dataset.infoHash(), dataset.title(),
                    dataset.ownerName(), dataset.groups(), dataset.versions(), dataset.version(),
                    dataset.length(), dataset.published().toString());
        }

        Dataset read() {
            InfoHash.ofHex(infoHash);
            return new Dataset(id, infoHash, title, ownerName, groups, versions, version, length,
                    Instant.parse(published));
        }
    }

    void save(Path file) throws IOException {
        StateFile.write(file, JSON.writeValueAsBytes(
                new Saved(cursor, byId.values().stream().map(SavedDataset::of).toList())));
    }

    /** {@link #NONE} when there is no file, or none that can be read. */
    static FollowedDatasets load(Path file) throws IOException {
        Optional<byte[]> bytes = StateFile.read(file, LOSS);
        if (bytes.isEmpty()) {
            return NONE;
        }
        try {
            Saved saved = JSON.readValue(bytes.get(), Saved.class);
            Map<String, Dataset> byId = new HashMap<>();
            saved.datasets.forEach(dataset -> byId.put(dataset.id(), dataset.read()));
            return new FollowedDatasets(saved.cursor, byId);
        } catch (JacksonException | RuntimeException e) {
            StateFile.setAside(file, String.valueOf(e.getMessage()), LOSS);
            return NONE;
        }
    }
}
