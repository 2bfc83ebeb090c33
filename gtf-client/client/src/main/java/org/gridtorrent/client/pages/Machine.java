package org.gridtorrent.client.pages;

/** One of this user's machines. */
public record Machine(String id, String name) {}
