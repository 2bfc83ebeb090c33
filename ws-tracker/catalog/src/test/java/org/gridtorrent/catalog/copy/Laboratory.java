package org.gridtorrent.catalog.copy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.catalog.copy.CopyPlace.Holding;
import org.gridtorrent.catalog.copy.CopyPlan.Decision;
import org.gridtorrent.catalog.device.CopyWaits;
import org.gridtorrent.catalog.device.Presence;

/** Machines in virtual time that do what a rule tells them, as soon as they are there. */
final class Laboratory {
    static final Duration STEP = Duration.ofMinutes(3);
    static final long LENGTH = 100;
    static final Instant BEGIN = Instant.parse("2026-05-04T00:00:00Z");

    final List<Machine> machines = new ArrayList<>();
    CopyRule rule;
    CopyWaits waits = CopyWaits.USUAL;
    Instant now = BEGIN;
    /** Steps from one look at the rule to the next. */
    int lookEvery = 1;
    int made;
    int withdrawn;
    private long steps;

    Laboratory(CopyRule rule) {
        this.rule = rule;
    }

    /** When it is there; asked once a step. */
    interface Hours {
        boolean there(Instant now);
    }

    final class Machine {
        final String id;
        final boolean alwaysOn;
        Hours hours;
        long room = 1000;
        boolean eligible = true;
        boolean up;
        Presence presence = Presence.begin(BEGIN);
        Holding holding = Holding.NOTHING;
        boolean ofRule;
        int stepsLeft;
        Optional<Instant> verified = Optional.empty();
        Optional<Instant> sentAway = Optional.empty();

        private Machine(String id, boolean alwaysOn, Hours hours) {
            this.id = id;
            this.alwaysOn = alwaysOn;
            this.hours = hours;
        }

        /** A person had it put there. */
        Machine holdingIt() {
            holding = Holding.VERIFIED;
            verified = Optional.of(now);
            ofRule = false;
            return this;
        }

        CopyPlace place() {
            return new CopyPlace(id, presence, alwaysOn, room, eligible, false, holding, ofRule,
                    verified, Optional.empty(), false);
        }

        private void live() {
            up = hours.there(now);
            if (!up) {
                return;
            }
            presence = presence.seen(now, waits.lost());
            if (holding == Holding.COMING && --stepsLeft <= 0) {
                holding = Holding.VERIFIED;
                verified = Optional.of(now);
            } else if (holding == Holding.LEAVING) {
                holding = Holding.NOTHING;
                room += LENGTH;
            }
        }
    }

    Machine machine(boolean alwaysOn, Hours hours) {
        var machine = new Machine("m" + machines.size(), alwaysOn, hours);
        machines.add(machine);
        return machine;
    }

    /** Lives on for a while; what is decided is checked by the caller before it is done. */
    void pass(Duration time, Check check) {
        Instant end = now.plus(time);
        while (now.isBefore(end)) {
            now = now.plus(STEP);
            machines.forEach(Machine::live);
            if (++steps % lookEvery == 0) {
                Decision decision = decision();
                check.of(decision);
                act(decision);
            }
        }
    }

    interface Check {
        void of(Decision decision);
    }

    void pass(Duration time) {
        pass(time, _ -> {});
    }

    Decision decision() {
        return new CopyPlan(rule, LENGTH, machines.stream().map(Machine::place).toList(), now,
                BEGIN, waits).decide();
    }

    Machine named(String id) {
        return machines.stream().filter(machine -> machine.id.equals(id)).findFirst()
                .orElseThrow();
    }

    List<Machine> holders() {
        return machines.stream().filter(m -> m.holding == Holding.VERIFIED).toList();
    }

    private void act(Decision decision) {
        for (Machine machine : named(decision.cancel())) {
            machine.holding = Holding.NOTHING;
            machine.room += LENGTH;
        }
        for (Machine machine : named(decision.withdraw())) {
            machine.holding = Holding.LEAVING;
            machine.sentAway = Optional.of(now);
            withdrawn++;
        }
        for (Machine machine : named(decision.make())) {
            machine.holding = Holding.COMING;
            machine.ofRule = true;
            machine.stepsLeft = 20;
            machine.room -= LENGTH;
            made++;
        }
        named(decision.verify()).forEach(machine -> machine.verified = Optional.of(now));
    }

    private List<Machine> named(List<String> ids) {
        return ids.stream().map(this::named).toList();
    }
}
