package org.gridtorrent.war;

import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import java.util.Optional;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.ccm.CcmApp;
import org.gridtorrent.ccm.metrics.SiteMetrics;

/** Starts the pages with their container, and ends them with it. */
public final class PagesListener implements ServletContextListener {
    private Optional<Catalog> opened = Optional.empty();
    private Optional<SiteMetrics> measuring = Optional.empty();

    /** Throws when a setting is missing or the database cannot be opened: nothing is served then. */
    @Override
    public void contextInitialized(ServletContextEvent event) {
        var context = event.getServletContext();
        var settings = new Settings(context::getInitParameter, System::getProperty,
                System::getenv);
        Catalog catalog = Catalog.open(settings.database());
        opened = Optional.of(catalog);
        new CcmApp(settings.options(), catalog).start(context);
        context.addServlet("ready", new ReadyServlet(catalog)).addMapping("/ready");
        settings.metricsToken().ifPresent(token -> {
            var metrics = new SiteMetrics(catalog);
            metrics.watch(settings.options());
            measuring = Optional.of(metrics);
            context.addServlet("metrics", new MetricsServlet(metrics, token))
                    .addMapping("/metrics");
        });
    }

    @Override
    public void contextDestroyed(ServletContextEvent event) {
        measuring.ifPresent(SiteMetrics::close);
        opened.ifPresent(Catalog::close);
    }
}
