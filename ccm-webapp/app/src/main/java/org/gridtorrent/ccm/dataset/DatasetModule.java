package org.gridtorrent.ccm.dataset;

import java.util.List;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.ccm.dataset.access.AccessPages;
import org.gridtorrent.ccm.dataset.access.AccessResource;
import org.gridtorrent.ccm.dataset.cite.CitationFactory;
import org.gridtorrent.ccm.dataset.cite.CitationResource;
import org.gridtorrent.ccm.dataset.copies.CopyPages;
import org.gridtorrent.ccm.dataset.copies.CopyResource;
import org.gridtorrent.ccm.dataset.copies.ReplicaPages;
import org.gridtorrent.ccm.dataset.copies.ReplicaResource;
import org.gridtorrent.ccm.dataset.file.Comparisons;
import org.gridtorrent.ccm.dataset.file.DownloadResource;
import org.gridtorrent.ccm.dataset.file.Downloads;
import org.gridtorrent.ccm.dataset.file.FileResource;
import org.gridtorrent.ccm.dataset.file.Manifests;
import org.gridtorrent.ccm.dataset.file.MetalinkResource;
import org.gridtorrent.ccm.dataset.file.Metalinks;
import org.gridtorrent.ccm.dataset.tab.DatasetTabs;
import org.gridtorrent.ccm.dataset.version.VersionPages;
import org.gridtorrent.ccm.dataset.version.VersionResource;
import org.gridtorrent.ccm.http.FeatureModule;
import org.gridtorrent.ccm.http.Routes;
import org.gridtorrent.ccm.site.SiteServices;

/** Data sets: the page of each with its tabs, and the resources for programs. */
public final class DatasetModule implements FeatureModule {
    private final SiteServices site;
    private final Catalog catalog;
    private final Manifests manifests;
    private final Comparisons comparisons;
    private final CitationFactory citations;
    private final StockClients stock;
    private final Downloads downloads;
    private final Metalinks metalinks;

    public DatasetModule(SiteServices site) {
        var options = site.options();
        this.site = site;
        this.catalog = site.catalog();
        this.manifests = new Manifests(catalog.datasets().contents());
        this.comparisons = new Comparisons(manifests);
        this.citations = new CitationFactory(catalog.datasets().descriptions(),
                catalog.datasets().versions(), manifests,
                site.messages(), site.siteName(), options.pagesUrl());
        this.stock = new StockClients(manifests, options.announce());
        this.downloads = new Downloads(catalog.datasets().contents(), manifests, options.files(),
                site.messages(), site.clock());
        this.metalinks = new Metalinks(manifests, catalog.sharing().replicas(), downloads,
                site.messages(),
                options.pagesUrl());
    }

    @Override
    public void routes(Routes routes) {
        var tabs = new DatasetTabs(catalog, downloads, site.messages(), site.isOpen());
        about(routes, tabs);
        forOwners(routes, tabs);
        var copies = new CopyPages(catalog, tabs, manifests, site.commands().copies(),
                site.messages(),
                site.clock());
        routes.get("/datasets/{id}/copies", copies::show)
                .post("/datasets/{id}/copies", copies::keep);
        var replicas = new ReplicaPages(tabs, copies, site.commands().copies(),
                site.messages());
        routes.post("/datasets/{id}/replicas", replicas::add)
                .post("/datasets/{id}/replicas/remove", replicas::remove)
                .post("/datasets/{id}/replicas/check", replicas::checkAgain);
        var versions = new VersionPages(catalog, tabs, comparisons, site.commands().datasets(),
                site.messages(),
                site.isOpen(), site.clock());
        routes.get("/datasets/{id}/versions", versions::show)
                .get("/datasets/{id}/versions/new", versions::form)
                .post("/datasets/{id}/versions/new", versions::publish);
    }

    private void about(Routes routes, DatasetTabs tabs) {
        var datasets = new DatasetPages(catalog, tabs, manifests, citations, stock,
                site.commands().tasks(),
                site.messages(), site.clock(), site.options().pagesUrl());
        routes.getPublicIfOpen("/datasets/{id}", datasets::show)
                .post("/datasets/{id}/get", datasets::get);
        var files = new FilePages(tabs, manifests, citations, downloads, site.messages());
        routes.get("/datasets/{id}/files", files::files)
                .get("/datasets/{id}/file", files::file)
                .get("/datasets/{id}/metadata", files::metadata);
        var exports = new ExportPages(tabs, citations, stock, metalinks);
        routes.getPublicIfOpen("/datasets/{id}/cite/{format}", exports::cite)
                .getPublicIfOpen("/datasets/{id}/torrent", exports::torrent)
                .getPublicIfOpen("/datasets/{id}/metalink", exports::metalink);
    }

    private void forOwners(Routes routes, DatasetTabs tabs) {
        var metadata = new MetadataPages(catalog, tabs, site.commands().datasets(),
                site.messages());
        routes.get("/datasets/{id}/edit", metadata::form)
                .post("/datasets/{id}/edit", metadata::change);
        var access = new AccessPages(catalog, tabs, site.commands().access(), site.messages());
        routes.get("/datasets/{id}/access", access::form)
                .post("/datasets/{id}/access", access::change);
        var owner = new OwnerPages(catalog, tabs, access, site.commands(), site.messages());
        routes.get("/datasets/{id}/activity", owner::activity)
                .post("/datasets/{id}/ends", owner::ends)
                .post("/datasets/{id}/withdraw", owner::withdraw)
                .post("/datasets/{id}/delete", owner::discard);
    }

    @Override
    public List<Object> resources() {
        var commands = site.commands();
        var access = new AccessResource(catalog, commands.access());
        return List.of(access, new DatasetResource(catalog, access, commands, site.messages(),
                site.isOpen()),
                new CopyResource(catalog, commands.copies(), site.messages()),
                new ReplicaResource(catalog.sharing().replicas(), commands.copies()),
                new VersionResource(catalog, commands.datasets(), site.isOpen()),
                new MetadataResource(catalog, commands.datasets()),
                new FileResource(catalog, manifests, comparisons), new ActivityResource(catalog),
                new CitationResource(catalog, citations),
                new TorrentResource(catalog, manifests, stock),
                new DownloadResource(catalog.datasets().contents(), downloads),
                new MetalinkResource(catalog.datasets().contents(), metalinks));
    }
}
