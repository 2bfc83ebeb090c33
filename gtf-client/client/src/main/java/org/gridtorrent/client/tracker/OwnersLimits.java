package org.gridtorrent.client.tracker;

/** Rates as the device's owner set them on the pages; empty where nothing is set. */
public record OwnersLimits(String upload, String download) {}
