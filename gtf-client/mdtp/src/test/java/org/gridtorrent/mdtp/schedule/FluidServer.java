package org.gridtorrent.mdtp.schedule;

import java.util.function.DoublePredicate;
import java.util.function.DoubleUnaryOperator;

/**
 * Simulated web server and the line to it. Times are seconds, rates bytes a second.
 *
 * @param rate of the line at a time; nothing arrives at all while it is zero
 * @param connectionRate most that one connection brings
 * @param connections that are accepted at once
 * @param alive whether the server runs at a time; requests fail while it does not
 * @param answerDelay time that it takes to answer a request
 * @param isFalse whether its bytes are not those of the file
 */
record FluidServer(DoubleUnaryOperator rate, double roundTrip, double connectionRate,
        int connections, DoublePredicate alive, double answerDelay, boolean isFalse) {
    private static final double ROUND_TRIP = 0.02;

    /** Server of a steady line, without limits. */
    static FluidServer of(double rate) {
        return new FluidServer(_ -> rate, ROUND_TRIP, Double.MAX_VALUE, Integer.MAX_VALUE,
                _ -> true,
                0, false);
    }

    FluidServer withRate(DoubleUnaryOperator other) {
        return new FluidServer(other, roundTrip, connectionRate, connections, alive, answerDelay,
                isFalse);
    }

    FluidServer withRoundTrip(double seconds) {
        return new FluidServer(rate, seconds, connectionRate, connections, alive, answerDelay,
                isFalse);
    }

    FluidServer withConnectionRate(double most) {
        return new FluidServer(rate, roundTrip, most, connections, alive, answerDelay, isFalse);
    }

    FluidServer withConnections(int most) {
        return new FluidServer(rate, roundTrip, connectionRate, most, alive, answerDelay, isFalse);
    }

    FluidServer withAlive(DoublePredicate other) {
        return new FluidServer(rate, roundTrip, connectionRate, connections, other, answerDelay,
                isFalse);
    }

    FluidServer withAnswerDelay(double seconds) {
        return new FluidServer(rate, roundTrip, connectionRate, connections, alive, seconds,
                isFalse);
    }

    FluidServer withFalseBytes() {
        return new FluidServer(rate, roundTrip, connectionRate, connections, alive, answerDelay,
                true);
    }

    boolean isSilent(double time) {
        return rate.applyAsDouble(time) <= 0;
    }
}
