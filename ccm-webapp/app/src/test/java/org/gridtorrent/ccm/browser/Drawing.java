package org.gridtorrent.ccm.browser;

import java.net.URI;
import java.util.List;
import java.util.Optional;

/**
 * How long a page took to draw in Chromium, in milliseconds since one began to go there, by the
 * browser's own account.
 *
 * @param load until the page and all it needs had come
 * @param first until something of it was to be seen
 * @param largest until the largest text or picture was
 */
public record Drawing(double load, double first, double largest) {
    /** What is largest is told late, and may be told again: the last that is told soon after. */
    private static final String TIMES = """
            () => new Promise(done => {
              let largest = 0
              new PerformanceObserver(list => list.getEntries().forEach(
                  each => largest = each.startTime))
                .observe({type: 'largest-contentful-paint', buffered: true})
              const look = () => {
                const load = performance.getEntriesByType('navigation')[0].loadEventEnd
                const first = performance.getEntriesByName('first-contentful-paint')[0]
                if (load > 0 && first && largest > 0) {
                  setTimeout(() => done([load, first.startTime, largest]), 50)
                } else {
                  setTimeout(look, 10)
                }
              }
              look()
            })""";

    /**
     * By somebody with a fresh browser, in which nothing of the site is kept but their login; empty
     * where the page is refused.
     */
    public static Optional<Drawing> of(URI site, String path, Optional<String> session, int width) {
        try (var visitor = Visitor.of(Visitor.window(site, "en").setViewportSize(width, 900))) {
            session.ifPresent(token -> visitor.withSession(site, token));
            if (visitor.go(path) != 200) {
                return Optional.empty();
            }
            var times = (List<?>) visitor.page().evaluate(TIMES);
            return Optional.of(new Drawing(millis(times.get(0)), millis(times.get(1)),
                    millis(times.get(2))));
        }
    }

    private static double millis(Object number) {
        return ((Number) number).doubleValue();
    }
}
