package org.gridtorrent.client.daemon;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.gridtorrent.client.config.Configuration;
import org.gridtorrent.client.config.Home;
import org.gridtorrent.client.config.HostPort;
import org.gridtorrent.client.config.Setting;
import org.gridtorrent.client.config.TransportChoice;
import org.gridtorrent.client.security.UploadLimit;
import org.gridtorrent.terminal.ByteSize;

/** How a daemon is to run. */
public record DaemonOptions(Home home, InetSocketAddress listen, TransportChoice transport,
        Path downloads, UploadLimit uploadLimit, String version) {
    /** {@link IllegalArgumentException} names the setting that is malformed. */
    public static DaemonOptions of(Home home, Configuration configuration, String version) {
        Path downloads = configuration.optionalText(Setting.DOWNLOADS).map(Path::of)
                .orElse(home.defaultDownloads());
        return new DaemonOptions(home, HostPort.parse(configuration.text(Setting.LISTEN)).resolve(),
                TransportChoice.parse(configuration.text(Setting.TRANSPORT)),
                downloads.toAbsolutePath().normalize(),
                configuration.optionalText(Setting.UPLOAD_LIMIT)
                        .map(text -> UploadLimit.of(ByteSize.parse(text).bytes()))
                        .orElseGet(UploadLimit::none),
                version);
    }
}
