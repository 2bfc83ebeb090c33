package org.gridtorrent.client.config;

import java.util.Locale;

/** Everything that can be set, with its default; an empty default is worked out by its user. */
public enum Setting {
    /** HOST:PORT for peers; port 0 is chosen once and kept. */
    LISTEN("0.0.0.0:0"),
    /** {@code tcp}, {@code ptcp} or {@code ptcp:N}. */
    TRANSPORT(""),
    /** Where downloads go that name no folder. */
    DOWNLOADS(""),
    /**
     * Most bytes a second to all peers together, such as {@code 4MB}, or a week's schedule of rates,
     * such as {@code 08:00,4MB 18:00,off}.
     */
    UPLOAD_LIMIT("off"),
    /** Most bytes a second from all peers together, written alike. */
    DOWNLOAD_LIMIT("off"),
    /** What rules for copies may fill of this machine, such as {@code 200GB}. */
    KEEP_OFFER("off"),
    /** Whether this machine is meant to be always on: {@code yes} or {@code no}. */
    ALWAYS_ON("no"),
    /**
     * Where the user's browser reads data sets on the loopback interface: a port, or {@code off} for none before a
     * data set is opened.
     */
    GATEWAY("off"),
    /** Most bytes that data sets which are read and not kept may fill of the disk. */
    CACHE_LIMIT("20GB"),
    /** Bytes of the disk that what is read leaves free. */
    CACHE_KEEP_FREE("1GB"),
    /** File for the textfile collector of Prometheus's node exporter, whose name ends in {@code .prom}. */
    METRICS_FILE(""),
    /** Log of the daemon, in the place of standard error. */
    LOG_FILE(""),
    /** Length at which another log file is begun. */
    LOG_SIZE("10MB"),
    /** How many older log files are kept. */
    LOG_COUNT("5"),
    /** Name under which this machine enrols. */
    DEVICE_NAME(""),
    /** Bearer token for the pages, instead of the enrolled device's. */
    TOKEN(""),
    /** PEM file of certificate authorities of web servers, beside those that Java and the system know. */
    CA(""),
    /** The address of the pages that the token is for, where that is not the enrolled device's site. */
    SITE("");

    private final String defaultValue;

    Setting(String defaultValue) {
        this.defaultValue = defaultValue;
    }

    String defaultValue() {
        return defaultValue;
    }

    /** As written in {@code config.toml}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public String variable() {
        return "GRIDTORRENT_" + name();
    }
}
