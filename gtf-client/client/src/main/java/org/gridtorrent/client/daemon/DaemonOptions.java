package org.gridtorrent.client.daemon;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.gridtorrent.client.config.Configuration;
import org.gridtorrent.client.config.Home;
import org.gridtorrent.client.config.HostPort;
import org.gridtorrent.client.config.KeepOffer;
import org.gridtorrent.client.config.RateText;
import org.gridtorrent.client.config.Setting;
import org.gridtorrent.client.config.TransportChoice;
import org.gridtorrent.engine.cache.CacheLimits;
import org.gridtorrent.engine.limit.RateSchedule;
import org.gridtorrent.engine.limit.RateSchedules;
import org.gridtorrent.terminal.ByteSize;

/**
 * How a daemon is to run.
 *
 * @param transport if one is set; else downloads use TCP, and reads PTCP where the peer is far away
 * @param gateway port of the gateway; empty when it listens only after a data set was opened
 * @param metricsFile where measurements go; empty for nowhere
 * @param heardWithin how long the tracker may take to hear of a task's end before a command that waits is told
 */
public record DaemonOptions(Home home, InetSocketAddress listen,
        Optional<TransportChoice> transport, Path downloads, RateSchedules limits, KeepOffer offer,
        CacheLimits cacheLimits,
        OptionalInt gateway, Optional<Path> metricsFile, String version, Duration heardWithin) {
    private static final Duration HEARD_WITHIN = Duration.ofSeconds(5);

    /** {@link IllegalArgumentException} names the setting that is malformed. */
    public static DaemonOptions of(Home home, Configuration configuration, String version) {
        Path downloads = configuration.optionalText(Setting.DOWNLOADS).map(Path::of)
                .orElse(home.defaultDownloads());
        return new DaemonOptions(home, HostPort.parse(configuration.text(Setting.LISTEN)).resolve(),
                configuration.optionalText(Setting.TRANSPORT).map(TransportChoice::parse),
                downloads.toAbsolutePath().normalize(),
                new RateSchedules(schedule(configuration, Setting.UPLOAD_LIMIT),
                        schedule(configuration, Setting.DOWNLOAD_LIMIT)),
                KeepOffer.of(configuration), cacheLimits(configuration), gateway(configuration),
                configuration.optionalText(Setting.METRICS_FILE).map(Path::of), version,
                HEARD_WITHIN);
    }

    private static CacheLimits cacheLimits(Configuration configuration) {
        return new CacheLimits(bytes(configuration, Setting.CACHE_LIMIT),
                bytes(configuration, Setting.CACHE_KEEP_FREE));
    }

    private static long bytes(Configuration configuration, Setting setting) {
        try {
            return ByteSize.parse(configuration.text(setting)).bytes();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(setting.key() + ": " + e.getMessage(), e);
        }
    }

    private static OptionalInt gateway(Configuration configuration) {
        String text = configuration.text(Setting.GATEWAY);
        if (text.equals("off")) {
            return OptionalInt.empty();
        }
        if (!text.matches("\\d{1,5}") || Integer.parseInt(text) > 65_535) {
            throw new IllegalArgumentException(Setting.GATEWAY.key() + ": '" + text
                    + "' is neither a port nor off");
        }
        return OptionalInt.of(Integer.parseInt(text));
    }

    public DaemonOptions withHeardWithin(Duration most) {
        return new DaemonOptions(home, listen, transport, downloads, limits, offer,
                cacheLimits,
                gateway, metricsFile, version, most);
    }

    private static RateSchedule schedule(Configuration configuration, Setting setting) {
        try {
            return RateText.parse(configuration.text(setting));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(setting.key() + ": " + e.getMessage(), e);
        }
    }
}
