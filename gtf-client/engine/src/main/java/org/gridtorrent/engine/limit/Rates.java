package org.gridtorrent.engine.limit;

/** What limits are set to, each way. */
public record Rates(RateSchedule up, RateSchedule down) {
    public static final Rates OFF = new Rates(RateSchedule.OFF, RateSchedule.OFF);
}
