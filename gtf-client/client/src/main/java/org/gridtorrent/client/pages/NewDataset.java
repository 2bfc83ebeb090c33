package org.gridtorrent.client.pages;

import java.util.List;

/** What is to be published, to whom, and where it lies. Access is public, group or user. */
public record NewDataset(String title, String description, String access, List<String> groups,
        List<String> users,
        String deviceId, String path) {
    public NewDataset {
        groups = List.copyOf(groups);
        users = List.copyOf(users);
    }
}
