package org.gridtorrent.client.pages;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is to be published, to whom, and where it lies. Access is public, group or user.
 *
 * @param until when the right of these groups or users ends; not said to sites without it
 * @param nonPrivate whether its torrent is not private (BEP 27); said only when it is so, since older sites refuse it
 */
public record NewDataset(String title, String description, String access, List<String> groups,
        List<String> users, @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String until,
        String deviceId, String path,
        @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean nonPrivate) {
    public NewDataset {
        groups = List.copyOf(groups);
        users = List.copyOf(users);
    }
}
