package org.gridtorrent.client.owner;

import java.util.function.Consumer;
import org.gridtorrent.client.config.RateText;
import org.gridtorrent.client.tracker.OwnersLimits;
import org.gridtorrent.engine.limit.RateSchedules;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the machine to what its owner set on the pages, within its own configuration: at each moment the
 * lower rate of the two. What was heard last holds on while the tracker is away. For one thread.
 */
public final class OwnerRateLimits {
    private static final Logger LOG = LoggerFactory.getLogger(OwnerRateLimits.class);

    private final RateSchedules own;
    private final Consumer<RateSchedules> machine;
    private OwnersLimits heard = new OwnersLimits("", "");

    /** The machine is at its own rates already. */
    public OwnerRateLimits(RateSchedules own, Consumer<RateSchedules> machine) {
        this.own = own;
        this.machine = machine;
    }

    void hear(OwnersLimits told) {
        if (told.equals(heard)) {
            return;
        }
        heard = told;
        try {
            RateSchedules rates = new RateSchedules(
                    own.up().lower(RateText.parse(orOff(told.upload()))),
                    own.down().lower(RateText.parse(orOff(told.download()))));
            machine.accept(rates);
            LOG.info("by the pages and this machine's configuration: upload {}, download {}",
                    rates.up(), rates.down());
        } catch (IllegalArgumentException e) {
            LOG.warn("the limits of the pages are not understood and not followed: {}",
                    e.getMessage());
        }
    }

    private static String orOff(String rate) {
        return rate.isEmpty() ? "off" : rate;
    }
}
