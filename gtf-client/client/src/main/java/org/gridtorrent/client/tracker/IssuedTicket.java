package org.gridtorrent.client.tracker;

import java.time.Duration;

/** A ticket's bytes and how long it is good for. */
@SuppressWarnings("ArrayRecordComponent") // never compared, never changed
public record IssuedTicket(byte[] bytes, Duration validity) {}
