package org.gridtorrent.engine.limit;

/** Rate schedules for upload and download. */
public record RateSchedules(RateSchedule up, RateSchedule down) {
    public static final RateSchedules OFF = new RateSchedules(RateSchedule.OFF, RateSchedule.OFF);
}
