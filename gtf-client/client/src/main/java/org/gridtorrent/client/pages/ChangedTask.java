package org.gridtorrent.client.pages;

/** A task as the pages know it, after something was done to it. */
public record ChangedTask(String id, String state, String title, String device) {}
