package org.gridtorrent.ccm.dataset;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.ccm.dataset.MetadataView.Fact;
import org.gridtorrent.ccm.dataset.cite.Citable;
import org.gridtorrent.ccm.dataset.cite.CitationFactory;
import org.gridtorrent.ccm.dataset.cite.SchemaOrg;
import org.gridtorrent.ccm.dataset.file.Downloads;
import org.gridtorrent.ccm.dataset.file.FileTree;
import org.gridtorrent.ccm.dataset.file.Manifest;
import org.gridtorrent.ccm.dataset.file.Manifests;
import org.gridtorrent.ccm.dataset.tab.DatasetTabs;
import org.gridtorrent.ccm.http.Exchange;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.http.Reply;
import org.gridtorrent.ccm.ui.Messages;

/** The tabs that show what is in a data set's metainfo: its files, and what else is known of it. */
public final class FilePages {
    private static final int LONGEST_WORDS = 200;

    private final DatasetTabs tabs;
    private final Manifests manifests;
    private final CitationFactory works;
    private final Downloads downloads;
    private final Messages messages;

    public FilePages(DatasetTabs tabs, Manifests manifests, CitationFactory works,
            Downloads downloads,
            Messages messages) {
        this.tabs = tabs;
        this.manifests = manifests;
        this.works = works;
        this.downloads = downloads;
        this.messages = messages;
    }

    public Reply files(Exchange exchange) {
        Content content = tabs.content(exchange);
        Optional<Manifest> manifest = manifests.of(exchange.viewer().id(), content);
        String typed = exchange.parameter("q");
        String words = typed.substring(0, Math.min(typed.length(), LONGEST_WORDS));
        String folder = words.isEmpty() ? exchange.parameter("in") : "";
        Optional<FileTree.Page> page = manifest.map(known -> words.isEmpty()
                ? known.files().folder(folder, exchange.page()).orElseThrow(Refusal::notFound)
                : known.files().search(words, exchange.page()));
        return Reply.html("files", Map.of("view",
                new FilesView(tabs.head(exchange, content, "files"),
                        manifest.map(Manifest::name).orElse(""), folder, words, page)));
    }

    /** One file, or a part of it. */
    public Reply file(Exchange exchange) {
        return downloads.answer(new Downloads.Request(exchange.viewer().id(),
                tabs.content(exchange), exchange.exactly("path"), exchange.header("Range"),
                exchange.header("If-Range"), exchange.stillLoggedIn()));
    }

    public Reply metadata(Exchange exchange) {
        Content content = tabs.content(exchange);
        String reader = exchange.viewer().id();
        Citable work = works.of(reader, content);
        List<Fact> facts = new ArrayList<>(List.of(
                new Fact("field.title", work.title(), false),
                new Fact("metadata.publisher", work.publisher(), false),
                new Fact("metadata.year", Integer.toString(work.year()), false),
                new Fact("metadata.url", work.url().toString(), true),
                new Fact("dataset.id", work.id(), true)));
        work.metadata().subject().ifPresent(subject -> facts.add(new Fact("metadata.subject",
                messages.text("subject." + subject.code()), false)));
        work.infoHash().ifPresent(hash -> facts.add(new Fact("dataset.infohash", hash, true)));
        work.sha256().ifPresent(hash -> facts.add(new Fact("metadata.sha256", hash, true)));
        return Reply.html("metadata", Map.of("view",
                new MetadataView(tabs.head(exchange, content, "metadata"), work.description(),
                        work.metadata(), facts, manifests.of(reader, content)),
                "jsonLd", SchemaOrg.json(work)));
    }
}
