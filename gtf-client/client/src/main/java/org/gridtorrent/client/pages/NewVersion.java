package org.gridtorrent.client.pages;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * Order to publish a folder of a machine as the next version of a data set.
 *
 * @param nonPrivate as of {@link NewDataset}
 */
public record NewVersion(String deviceId, String path, String changes,
        @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean nonPrivate) {}
