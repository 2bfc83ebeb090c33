package org.gridtorrent.client.tracker;

/**
 * Check of a replica that this device is to make.
 *
 * @param url web seed of the content (BEP 19), as its owner typed it
 * @param session in which it was handed out
 */
public record ReplicaCheck(String replicaId, String contentId, String url, long session) {}
