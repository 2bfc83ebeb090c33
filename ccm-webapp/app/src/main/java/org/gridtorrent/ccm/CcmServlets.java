package org.gridtorrent.ccm;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.GenericServlet;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.gridtorrent.catalog.db.Ticker;
import org.gridtorrent.ccm.http.Cookies;
import org.gridtorrent.ccm.http.FeatureModule;
import org.gridtorrent.ccm.http.Frames;
import org.gridtorrent.ccm.http.Guard;
import org.gridtorrent.ccm.http.PagesServlet;
import org.gridtorrent.ccm.http.Routes;
import org.gridtorrent.ccm.rest.RestServlet;
import org.gridtorrent.ccm.site.CcmOptions;
import org.gridtorrent.ccm.site.SiteServices;
import org.gridtorrent.ccm.ui.Templates;
import org.gridtorrent.metainfo.address.ServerUri;

/**
 * The servlets around the features: one for all pages, one for the REST interface, and one that holds
 * what works in the background while the application is there. A filter guards all of them.
 */
final class CcmServlets {
    private final SiteServices site;
    private final CcmOptions options;
    private final List<FeatureModule> features;

    CcmServlets(SiteServices site, List<FeatureModule> features) {
        this.site = site;
        this.options = site.options();
        this.features = features;
    }

    void addTo(ServletContext context) {
        if (!context.getContextPath().equals(options.root())) {
            throw new IllegalStateException("the pages are at the path '"
                    + context.getContextPath() + "' of their container, and their address is "
                    + options.pagesUrl() + "; both have to have the same path");
        }
        boolean https = "https".equals(options.pagesUrl().getScheme());
        context.setRequestCharacterEncoding("UTF-8"); // browsers do not say it of forms
        context.addFilter("guard", new Guard(hosts(), https))
                .addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), false, "/*");
        var rest = context.addServlet("api", rest());
        rest.setInitParameter("hide-service-list-page", "true");
        rest.addMapping("/api/*");
        context.addServlet("pages", pages(new Cookies(https, options.root()))).addMapping("/");
        context.addServlet("background", new Background(features)).setLoadOnStartup(1);
    }

    /** The names in the address bar: the site's own, those allowed besides, and this machine. */
    private Set<String> hosts() {
        Set<String> hosts = new HashSet<>(Set.of("localhost", "127.0.0.1", "::1"));
        hosts.addAll(options.hosts());
        ServerUri.host(options.pagesUrl()).ifPresent(hosts::add);
        return hosts;
    }

    private RestServlet rest() {
        return new RestServlet(site.catalog(), options.root(),
                features.stream().flatMap(feature -> feature.resources().stream()).toList());
    }

    private PagesServlet pages(Cookies cookies) {
        var catalog = site.catalog();
        var frames = new Frames(site.messages(), site.siteName(), site.siteName()::last,
                site.clock(), viewer -> catalog.people().inbox().count(viewer.id()),
                viewer -> catalog.notifications().notices().unseen(viewer.id()), options.root());
        var routes = new Routes();
        features.forEach(feature -> feature.routes(routes));
        return new PagesServlet(site.visitors(), frames, cookies, new Templates(), routes);
    }

    /** Runs the features' periodic work from the start of the application to its end. No address leads to it. */
    private static final class Background extends GenericServlet {
        private static final long serialVersionUID = 1L;
        private final transient List<FeatureModule> features;
        private final transient Ticker ticker = new Ticker();

        Background(List<FeatureModule> features) {
            this.features = features;
        }

        @Override
        public void init() {
            features.forEach(feature -> feature.schedule(ticker));
        }

        @Override
        public void service(ServletRequest request, ServletResponse response) {
            throw new IllegalStateException("no address leads here");
        }

        @Override
        public void destroy() {
            ticker.close();
        }
    }
}
