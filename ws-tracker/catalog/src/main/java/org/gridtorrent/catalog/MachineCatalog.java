package org.gridtorrent.catalog;

import org.gridtorrent.catalog.device.DeviceAddresses;
import org.gridtorrent.catalog.device.DeviceLimits;
import org.gridtorrent.catalog.device.Devices;
import org.gridtorrent.catalog.device.FolderQueries;
import org.gridtorrent.catalog.workflow.DeviceWithdrawals;

/** Machines of users. */
public record MachineCatalog(Devices devices, DeviceAddresses addresses, DeviceLimits limits,
        FolderQueries folderQueries, DeviceWithdrawals withdrawals) {}
