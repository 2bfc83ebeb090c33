package org.gridtorrent.client.config;

import java.util.Locale;

/** Keys of {@code config.toml}, with their defaults; an empty default is computed by the setting's user. */
public enum Setting {
    LISTEN("0.0.0.0:0",
            "Address on which peers connect, as HOST:PORT. With port 0, a free port is chosen once and kept."),
    TRANSPORT("",
            "Transport for peers: tcp, ptcp, or ptcp:N for N streams. Default: tcp for downloads, ptcp:32"
                    + " for reads from distant peers."),
    DOWNLOADS("",
            "Folder for downloads, unless another one is given. Default: GridTorrent in the home folder."),
    UPLOAD_LIMIT("off",
            "Upload limit per second for all peers together, such as 4MB, or a weekly schedule,"
                    + " such as 08:00,4MB 18:00,off."),
    DOWNLOAD_LIMIT("off", "Download limit per second, in the form of upload-limit."),
    KEEP_OFFER("off", "Disk space that copy rules may use on this machine, such as 200GB."),
    ALWAYS_ON("no", "yes if this machine is intended to run permanently."),
    GATEWAY("off",
            "Loopback port on which the user's browser reads data sets. With off, the gateway starts"
                    + " only when a data set is opened."),
    CACHE_LIMIT("20GB",
            "Disk space for the cache of data sets that were read in a mount or browser."),
    CACHE_KEEP_FREE("1GB", "Disk space that the cache leaves free."),
    METRICS_FILE("",
            "File for the textfile collector of Prometheus's node exporter. Its name must end in"
                    + " .prom."),
    LOG_FILE("", "Log file of the daemon. Default: standard error."),
    LOG_SIZE("10MB", "Size at which the log file is rotated."),
    LOG_COUNT("5", "Number of older log files that are kept."),
    DEVICE_NAME("", "Name under which this machine enrols. Default: its host name."),
    TOKEN("", "Token for the site. Default: the identity of the enrolled machine."),
    CA("", "PEM file with certificate authorities of web servers, in addition to those of Java and the"
            + " system."),
    SITE("", "Address of the site that the token is for. Default: the enrolled machine's site.");

    private final String defaultValue;
    private final String description;

    Setting(String defaultValue, String description) {
        this.defaultValue = defaultValue;
        this.description = description;
    }

    public String defaultValue() {
        return defaultValue;
    }

    /** Returns what the reference of the configuration says of it. */
    public String description() {
        return description;
    }

    /** As written in {@code config.toml}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public String variable() {
        return "GRIDTORRENT_" + name();
    }
}
