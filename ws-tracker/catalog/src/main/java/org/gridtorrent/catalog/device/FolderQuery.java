package org.gridtorrent.catalog.device;

/**
 * What a person asks of a machine: what lies in a folder.
 *
 * @param folder absolute, in the machine's own notation; empty for the folders that are open
 * @param first how many entries are passed over
 */
public record FolderQuery(String id, String folder, int first) {}
