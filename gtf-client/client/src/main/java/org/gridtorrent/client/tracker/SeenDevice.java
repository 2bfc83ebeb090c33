package org.gridtorrent.client.tracker;

/**
 * This device as the tracker sees it.
 *
 * @param address where its calls come from, which is what peers are told
 * @param swarms contents that it takes part in
 */
public record SeenDevice(String name, String user, String address, int swarms, int openTasks) {}
