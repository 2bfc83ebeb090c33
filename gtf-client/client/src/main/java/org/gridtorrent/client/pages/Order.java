package org.gridtorrent.client.pages;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * What a machine is to do with a data set; the kinds are those of the contract, in small letters.
 *
 * @param force even when no verified copy is left then
 */
public record Order(String kind, String deviceId, @Nullable String folder,
        @Nullable String uploadLimit, @Nullable String downloadLimit,
        @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean force) {
    public static Order of(String kind, String deviceId) {
        return new Order(kind, deviceId, null, null, null, false);
    }
}
