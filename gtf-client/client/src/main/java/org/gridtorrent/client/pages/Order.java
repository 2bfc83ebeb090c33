package org.gridtorrent.client.pages;

import org.jspecify.annotations.Nullable;

/** What a machine is to do with a data set; the kinds are those of the contract, in small letters. */
public record Order(String kind, String deviceId, @Nullable String folder,
        @Nullable String uploadLimit, @Nullable String downloadLimit) {
    public static Order of(String kind, String deviceId) {
        return new Order(kind, deviceId, null, null, null);
    }
}
