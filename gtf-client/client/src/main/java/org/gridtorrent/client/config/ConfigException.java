package org.gridtorrent.client.config;

import org.jspecify.annotations.Nullable;

/** A setting that cannot be used; the message names the place it comes from. */
public final class ConfigException extends Exception {
    private static final long serialVersionUID = 1;

    public ConfigException(String message) {
        this(message, null);
    }

    public ConfigException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
