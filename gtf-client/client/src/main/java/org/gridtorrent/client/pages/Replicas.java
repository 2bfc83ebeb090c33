package org.gridtorrent.client.pages;

import com.fasterxml.jackson.core.type.TypeReference;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Replicas of data sets at web servers, as the pages know them. */
public final class Replicas {
    private final PagesClient pages;

    Replicas(PagesClient pages) {
        this.pages = pages;
    }

    /**
     * A replica.
     *
     * @param state proposed, checked or failed
     * @param problem why the last check failed
     * @param file at which it failed
     * @param machine that checks it or checked it last; told to the owner alone
     * @param checked when the last check ended
     * @param nextCheck when it is checked again
     */
    public record Replica(String id, String url, String state, @Nullable String problem,
            @Nullable String file, @Nullable String addedBy, @Nullable String added,
            @Nullable String machine, @Nullable String checked, @Nullable String nextCheck,
            long checkedBytes, int checkedPieces) {}

    /** Of a data set, the oldest first; for others than the owner those that were checked. */
    public List<Replica> list(String datasetId) throws IOException, InterruptedException {
        return pages.list(pages.get(path(datasetId)), "replicas", new TypeReference<>() {
        });
    }

    /** Added once: a replica with the same address is returned as it is. */
    public Replica add(String datasetId, String url) throws IOException, InterruptedException {
        return pages.convert(pages.post(path(datasetId), Map.of("url", url)), Replica.class);
    }

    public void remove(String datasetId, String replicaId)
            throws IOException, InterruptedException {
        var _ = pages.post(path(datasetId) + "/" + PagesClient.idSegment(replicaId) + "/delete",
                Map.of());
    }

    private static String path(String datasetId) throws PagesException {
        return "/datasets/" + PagesClient.idSegment(datasetId) + "/replicas";
    }
}
