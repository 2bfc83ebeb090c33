package org.gridtorrent.ccm.view.dataset;

/** A right, and its last day (ISO 8601, UTC); empty for one without an end. */
public record EndView(String id, String name, boolean group, String day) {}
