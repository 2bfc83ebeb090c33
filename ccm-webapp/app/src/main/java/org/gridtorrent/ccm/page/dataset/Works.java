package org.gridtorrent.ccm.page.dataset;

import java.net.URI;
import java.util.Optional;
import org.gridtorrent.catalog.Content;
import org.gridtorrent.catalog.Described;
import org.gridtorrent.catalog.Descriptions;
import org.gridtorrent.ccm.cite.Work;
import org.gridtorrent.ccm.files.Manifest;
import org.gridtorrent.ccm.files.Manifests;
import org.gridtorrent.ccm.view.Messages;
import org.gridtorrent.ccm.web.Refusal;

/** Data sets as they are cited. */
public final class Works {
    private final Descriptions descriptions;
    private final Manifests manifests;
    private final Messages messages;
    private final String siteName;
    private final URI pagesUrl;

    public Works(Descriptions descriptions, Manifests manifests, Messages messages,
            String siteName, URI pagesUrl) {
        this.descriptions = descriptions;
        this.manifests = manifests;
        this.messages = messages;
        this.siteName = siteName;
        this.pagesUrl = pagesUrl;
    }

    Work of(String reader, Content content) {
        Described described = descriptions.of(reader, content.id())
                .orElseThrow(Refusal::notFound);
        Optional<Manifest> manifest = manifests.of(reader, content);
        return new Work(content.id(), content.title(), content.description(),
                described.metadata(),
                described.metadata().subject()
                        .map(subject -> messages.text("subject." + subject.code())),
                siteName, described.published().orElse(content.created()), Optional.empty(),
                Optional.empty(), url(content.id()), content.infoHash(),
                manifest.map(Manifest::sha256), content.totalLength(), content.fileCount());
    }

    URI url(String contentId) {
        return pagesUrl.resolve("/datasets/" + contentId);
    }
}
