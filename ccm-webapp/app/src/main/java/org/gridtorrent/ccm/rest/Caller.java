package org.gridtorrent.ccm.rest;

import org.gridtorrent.catalog.Device;

/** Whoever sent a token, for whom an operation is done. */
public record Caller(Device device) {
    public String accountId() {
        return device.accountId();
    }
}
