package org.gridtorrent.client.pages;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * What is to be published as the next version of a data set, and where it lies.
 *
 * @param nonPrivate as of {@link NewDataset}
 */
public record NewVersion(String deviceId, String path, String changes,
        @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean nonPrivate) {}
