package org.gridtorrent.client.tracker;

/**
 * What lies in a folder of this device, from that entry on; an empty folder means the opened ones.
 */
public record Question(String id, String folder, int first) {}
