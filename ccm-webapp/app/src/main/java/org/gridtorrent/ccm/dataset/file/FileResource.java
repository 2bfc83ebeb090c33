package org.gridtorrent.ccm.dataset.file;

import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Versions.Version;
import org.gridtorrent.ccm.dataset.file.FileChanges.Change;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.rest.Caller;
import org.gridtorrent.ccm.rest.Id;
import org.gridtorrent.ccm.rest.PageParameter;
import org.gridtorrent.ccm.rest.ResponseJson;
import org.jspecify.annotations.Nullable;

/** A data set's folders and files, and what changed in them since another version. */
@Path("/v1/datasets/{id}/files")
@Produces(MediaType.APPLICATION_JSON)
public final class FileResource {
    private static final int CHANGES = 1000;

    private final Catalog catalog;
    private final Manifests manifests;
    private final Comparisons comparisons;

    public FileResource(Catalog catalog, Manifests manifests, Comparisons comparisons) {
        this.catalog = catalog;
        this.manifests = manifests;
        this.comparisons = comparisons;
    }

    /** A folder's, its folders first; with words, the files below it all whose names have them. */
    @GET
    public Map<String, @Nullable Object> list(@Context Caller caller, @PathParam("id") Id id,
            @QueryParam("in") @DefaultValue("") String folder,
            @QueryParam("q") @DefaultValue("") String words,
            @QueryParam("page") @DefaultValue("1") PageParameter page) {
        Content content = catalog.datasets().contents().find(caller.accountId(), id.text())
                .orElseThrow(Refusal::notFound);
        Manifest manifest = manifests.of(caller.accountId(), content)
                .orElseThrow(FileResource::notYet);
        FileTree.Page part = words.isBlank()
                ? manifest.files().folder(folder, page.number()).orElseThrow(Refusal::notFound)
                : manifest.files().search(words.strip(), page.number());
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("name", manifest.name());
        json.put("entries", part.entries().stream().map(entry -> Map.of("name", entry.name(),
                "path", entry.path(), "folder", entry.folder(), "length", entry.length(),
                "files", entry.files())).toList());
        json.put("total", part.total());
        json.put("page", part.page());
        json.put("pages", part.pages());
        return json;
    }

    /** From the version that is named, else the one before, to this one. */
    @GET
    @Path("changes")
    public Map<String, @Nullable Object> changes(@Context Caller caller, @PathParam("id") Id id,
            @QueryParam("since") @DefaultValue("") String since,
            @QueryParam("page") @DefaultValue("1") PageParameter page) {
        List<Version> all = catalog.datasets().versions().of(caller.accountId(), id.text());
        Version shown = version(all, id.text());
        Version other = since.isEmpty()
                ? all.stream().skip(all.indexOf(shown) + 1L).findFirst()
                        .orElseThrow(Refusal::notFound)
                : version(all, since);
        List<Change> changes = comparisons.between(caller.accountId(), other.content(),
                shown.content()).orElseThrow(FileResource::notYet);
        int first = Math.min(changes.size(), page.offset(CHANGES));
        int end = Math.min(changes.size(), first + CHANGES);
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("since", other.content().id());
        json.put("changes", changes.subList(first, end).stream().map(change -> Map.of("kind",
                ResponseJson.lower(change.kind()), "path", change.path(), "length",
                change.length()))
                .toList());
        json.put("total", changes.size());
        json.put("more", end < changes.size());
        return json;
    }

    private static Version version(List<Version> all, String id) {
        return all.stream().filter(one -> one.content().id().equals(id)).findFirst()
                .orElseThrow(Refusal::notFound);
    }

    private static Refusal notYet() {
        return Refusal.of(409, "This data set is not published yet.");
    }
}
