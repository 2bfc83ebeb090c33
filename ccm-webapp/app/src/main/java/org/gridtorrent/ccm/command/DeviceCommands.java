package org.gridtorrent.ccm.command;

import org.gridtorrent.catalog.MachineCatalog;
import org.gridtorrent.catalog.device.DeviceLimits.Limits;

/** The account's devices. 404 for another's. */
public final class DeviceCommands {
    private final MachineCatalog devices;
    private final CommandLog log;

    DeviceCommands(MachineCatalog devices, CommandLog log) {
        this.devices = devices;
        this.log = log;
    }

    /** Replaces the device's rate limits. */
    public void limit(String accountId, String deviceId, Limits limits) {
        Commands.require(devices.limits().set(accountId, deviceId, limits));
        log.account(accountId, "limit device " + deviceId);
    }

    /** Ends the device's access; its data stays. */
    public void withdraw(String accountId, String deviceId) {
        Commands.require(devices.withdrawals().withdraw(accountId, deviceId));
        log.account(accountId, "withdraw device " + deviceId);
    }
}
