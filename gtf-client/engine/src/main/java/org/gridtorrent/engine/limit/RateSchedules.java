package org.gridtorrent.engine.limit;

/** What limits are set to, each way. */
public record RateSchedules(RateSchedule up, RateSchedule down) {
    public static final RateSchedules OFF = new RateSchedules(RateSchedule.OFF, RateSchedule.OFF);
}
