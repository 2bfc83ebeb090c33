package org.gridtorrent.client.config;

import java.util.Locale;

/** Keys of {@code config.toml}, with their defaults; an empty default is computed by the setting's user. */
public enum Setting {
    LISTEN("0.0.0.0:0", "Address for peers, as HOST:PORT. Port 0 is chosen once and kept."),
    TRANSPORT("",
            "Transport to peers: tcp, ptcp, or ptcp:N for N streams. Default: tcp, and ptcp:32 to read from"
                    + " far peers."),
    DOWNLOADS("",
            "Folder for downloads that name no other. Default: GridTorrent in the home folder."),
    UPLOAD_LIMIT("off",
            "Highest rate to all peers together, such as 4MB, or by the hours of the week,"
                    + " such as 08:00,4MB 18:00,off."),
    DOWNLOAD_LIMIT("off", "Highest rate from all peers together, in the same form."),
    KEEP_OFFER("off", "Disk space that copy rules may use on this machine, such as 200GB."),
    ALWAYS_ON("no", "yes if this machine is meant to be always on."),
    GATEWAY("off",
            "Loopback port where the user's browser reads data sets; off starts the gateway only"
                    + " when a data set is opened."),
    CACHE_LIMIT("20GB", "Disk space for data sets that are read and not kept."),
    CACHE_KEEP_FREE("1GB", "Disk space that the cache leaves free."),
    METRICS_FILE("",
            "File for the textfile collector of Prometheus's node exporter; its name ends in"
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
