package org.gridtorrent.ccm.ui;

/** The person who is logged in, as the frame of a page shows them. */
public record Viewer(String id, String name, String fullName, boolean administrator) {}
