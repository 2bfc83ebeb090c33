package org.gridtorrent.ccm.dataset.cite;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Versions;
import org.gridtorrent.catalog.dataset.Versions.Version;
import org.gridtorrent.catalog.metadata.DatasetDescription;
import org.gridtorrent.catalog.metadata.Descriptions;
import org.gridtorrent.ccm.dataset.file.Manifest;
import org.gridtorrent.ccm.dataset.file.Manifests;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.ui.Language;
import org.gridtorrent.ccm.ui.Messages;
import org.gridtorrent.metainfo.address.ServerUri;

/** Data sets as they are cited. */
public final class CitationFactory {
    private final Descriptions descriptions;
    private final Versions versions;
    private final Manifests manifests;
    private final Messages messages;
    private final Supplier<String> siteName;
    private final URI pagesUrl;

    public CitationFactory(Descriptions descriptions, Versions versions, Manifests manifests,
            Messages messages,
            Supplier<String> siteName, URI pagesUrl) {
        this.descriptions = descriptions;
        this.versions = versions;
        this.manifests = manifests;
        this.messages = messages;
        this.siteName = siteName;
        this.pagesUrl = pagesUrl;
    }

    /** Of one that the reader was found to be allowed to see. */
    public Citable of(String reader, Content content) {
        DatasetDescription described = descriptions.of(reader, content.id())
                .orElseThrow(Refusal::notFound);
        Optional<Manifest> manifest = manifests.of(reader, content);
        List<Version> all = versions.of(reader, content.id());
        int place = place(all, content);
        return new Citable(content.id(), content.title(), content.description(),
                described.metadata(),
                described.metadata().subject()
                        .map(subject -> Language.ENGLISH
                                .speak(() -> messages.text("subject." + subject.code()))),
                siteName.get(), described.published().orElse(content.created()),
                all.size() > 1
                        ? Optional.of(Integer.toString(all.get(place).number()))
                        : Optional.empty(),
                all.stream().skip(place + 1L).findFirst()
                        .map(previous -> url(previous.content().id())),
                url(content.id()), content.infoHash(),
                manifest.map(Manifest::sha256), content.totalLength(), content.fileCount());
    }

    private static int place(List<Version> versions, Content content) {
        return versions.stream().map(version -> version.content().id()).toList()
                .indexOf(content.id());
    }

    URI url(String contentId) {
        return ServerUri.below(pagesUrl, "/datasets/" + contentId);
    }
}
