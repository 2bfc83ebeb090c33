package org.gridtorrent.ccm.dataset.access;

/** A right, and its last day (ISO 8601, UTC); empty for one without an end. */
public record GrantEndView(String id, String name, boolean group, String day) {}
