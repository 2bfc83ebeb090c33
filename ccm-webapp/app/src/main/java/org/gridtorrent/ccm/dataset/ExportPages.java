package org.gridtorrent.ccm.dataset;

import java.util.Map;
import java.util.function.Function;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.ccm.dataset.cite.Citable;
import org.gridtorrent.ccm.dataset.cite.Citation;
import org.gridtorrent.ccm.dataset.cite.CitationFactory;
import org.gridtorrent.ccm.dataset.cite.DataCite;
import org.gridtorrent.ccm.dataset.cite.SchemaOrg;
import org.gridtorrent.ccm.dataset.file.Metalinks;
import org.gridtorrent.ccm.dataset.tab.DatasetTabs;
import org.gridtorrent.ccm.http.Exchange;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.http.Reply;
import org.gridtorrent.mdtp.metalink.Metalink;

/** A data set's description, its .torrent file and its Metalink, for other programs. */
public final class ExportPages {
    private final DatasetTabs tabs;
    private final CitationFactory works;
    private final StockClients stock;
    private final Metalinks metalinks;

    public ExportPages(DatasetTabs tabs, CitationFactory works, StockClients stock,
            Metalinks metalinks) {
        this.tabs = tabs;
        this.works = works;
        this.stock = stock;
        this.metalinks = metalinks;
    }

    /** A format: its media type, the end of the file's name, and how it is written. */
    private record Format(String type, String ending, Function<Citable, String> writer) {}

    private static final Map<String, Format> FORMATS = Map.of(
            "bibtex", new Format("application/x-bibtex", ".bib", Citation::bibtex),
            "ris", new Format("application/x-research-info-systems", ".ris", Citation::ris),
            "datacite-xml", new Format("application/vnd.datacite.datacite+xml", ".xml",
                    DataCite::xml),
            "datacite-json", new Format("application/vnd.datacite.datacite+json", ".json",
                    DataCite::json),
            "schema-org", new Format("application/ld+json", ".jsonld", SchemaOrg::json));

    public Reply cite(Exchange exchange) {
        Format format = FORMATS.get(exchange.segment("format"));
        Content content = tabs.content(exchange);
        if (format == null || content.infoHash().isEmpty()) {
            throw Refusal.notFound();
        }
        Citable work = works.of(tabs.reader(exchange), content);
        return Reply.Download.text(format.type(), content.id() + format.ending(),
                format.writer().apply(work));
    }

    /** Of what is shared with everyone; else there is none. */
    public Reply torrent(Exchange exchange) {
        Content content = tabs.content(exchange);
        return stock.torrent(tabs.reader(exchange), content)
                .map(bytes -> new Reply.Download("application/x-bittorrent",
                        content.id() + ".torrent", bytes))
                .orElseThrow(Refusal::notFound);
    }

    public Reply metalink(Exchange exchange) {
        Content content = tabs.content(exchange);
        return new Reply.Download(Metalink.MEDIA_TYPE, content.id() + Metalink.SUFFIX,
                metalinks.of(tabs.reader(exchange), content));
    }
}
