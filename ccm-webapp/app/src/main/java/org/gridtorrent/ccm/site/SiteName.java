package org.gridtorrent.ccm.site;

import java.util.function.Supplier;
import org.gridtorrent.catalog.account.Settings;

/**
 * What people call the site: as administrators set it, else as the program was started. Looked up at
 * most each second. Safe for many threads.
 */
public final class SiteName implements Supplier<String> {
    private static final long KEPT_NS = 1_000_000_000L;

    private final Settings settings;
    private final String usual;
    private volatile String name;
    private long nextNs = System.nanoTime();

    public SiteName(Settings settings, String usual) {
        this.settings = settings;
        this.usual = usual;
        this.name = usual;
    }

    @Override
    public synchronized String get() {
        if (System.nanoTime() - nextNs >= 0) {
            String set = settings.site().name();
            name = set.isEmpty() ? usual : set;
            nextNs = System.nanoTime() + KEPT_NS;
        }
        return name;
    }

    /** The name that the database gave when it answered last. */
    public String last() {
        return name;
    }
}
